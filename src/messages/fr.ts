import type { Catalogue } from "./words.ts";

export const fr: Partial<Catalogue> = {
  "write.title": "Écrire un avis",
  "write.description": "Écrivez un avis sur {business} : votre invitation atteste que vous avez été client.",
  "write.lead": "Avez-vous été client de {business} ? Dites aux autres comment c’était, bien ou mal.",
  "write.fair":
    "Toutes les personnes invitées reçoivent cette même page, et chaque avis suit le même chemin, quel que soit son nombre d’étoiles. Aucun n’est retenu parce qu’il est critique.",
  "write.yours": "Votre invitation : {service}, {day}.",
  "write.yoursPlain": "Votre invitation : notre travail du {day}.",
  "write.none":
    "Cette page reçoit les avis accompagnés d’une invitation, le lien de notre e-mail : c’est ainsi que nous savons qu’un client les a écrits.",
  "write.elsewhere": "Sans invitation, vous pouvez donner votre avis ici :",
  "write.askUs": "Vous avez été client et n’en avez pas ? Demandez-nous : {email}.",
  "write.noScript":
    "Ce formulaire a besoin d’un script pour préparer votre e-mail. Sinon, écrivez à {email} : vos étoiles de 1 à 5, vos mots, le nom qui peut figurer et le lien de votre invitation.",
  "write.stars": "Combien d’étoiles ?",
  "write.heading": "Titre (si vous voulez)",
  "write.words": "Vos mots",
  "write.wordsHint":
    "Qu’est-ce qui a été fait, qu’est-ce qui était bien, ou non ? Sans numéros de téléphone ni adresses : tout le monde peut lire. Des étoiles seules suffisent aussi.",
  "write.photos": "Vous avez des photos ? Joignez-les à l’e-mail.",
  "write.name": "Quel nom peut figurer ?",
  "write.nameHint":
    "On affiche le prénom et une initiale, par exemple Karen M. Laissez vide pour rester anonyme.",
  "write.invitation": "Invitation",
  "write.invitationHint": "Le lien entier de notre e-mail, ou ce qui suit #.",
  "write.consent": "J’ai été client, ce sont mes propres mots, et ils peuvent être publiés sous ce nom.",
  "write.prepare": "Préparer l’e-mail",
  "write.send": "Envoyer l’avis",
  "write.sent": "Il va à {host}, le service de formulaires de {business}.",
  "write.mailNote": "Cette page n’envoie rien : vous voyez d’abord l’e-mail, et vous l’envoyez vous-même.",
  "write.ready": "Votre e-mail est prêt",
  "write.readyHint":
    "Ouvrez-le dans votre logiciel de messagerie et envoyez-le, ou copiez-le dans un e-mail à {email}.",
  "write.open": "Ouvrir dans ma messagerie",
  "write.mailIntro": "Mon avis est ci-dessous. Merci de laisser les lignes avec === telles quelles.",
  "write.mailSubject": "Avis sur {business}",
  "invite.subject": "Comment était-ce ? Votre avis sur {business}",
  "invite.greeting": "Bonjour,",
  "invite.greetingName": "Bonjour {name},",
  "invite.about": "Nous avons travaillé pour vous le {day}.",
  "invite.aboutService": "Nous avons travaillé pour vous le {day} : {service}.",
  "invite.ask":
    "Diriez-vous aux autres comment c’était, bien ou mal ? Avec ce lien, votre avis est vérifié comme celui d’un client :",
  "invite.fair":
    "Tout le monde reçoit le même lien, et chaque avis est publié de la même façon, quel que soit son nombre d’étoiles. Le lien est pour vous seul et sert une fois, jusqu’au {day}.",
};
