import type { Catalogue } from "./words.ts";

export const de: Partial<Catalogue> = {
  "write.title": "Eine Bewertung schreiben",
  "write.description": "Bewerten Sie {business}: Ihre Einladung belegt, dass Sie Kunde waren.",
  "write.lead": "Waren Sie Kunde von {business}? Sagen Sie anderen, wie es war, gut oder schlecht.",
  "write.fair":
    "Alle Eingeladenen bekommen dieselbe Seite, und jede Bewertung geht denselben Weg, wie viele Sterne sie auch hat. Keine wird zurückgehalten, weil sie kritisch ist.",
  "write.yours": "Ihre Einladung: {service}, {day}.",
  "write.yoursPlain": "Ihre Einladung: unsere Arbeit vom {day}.",
  "write.none":
    "Diese Seite nimmt Bewertungen mit einer Einladung an, dem Link aus unserer E-Mail: Daran erkennen wir, dass ein Kunde sie geschrieben hat.",
  "write.elsewhere": "Ohne Einladung können Sie uns hier bewerten:",
  "write.askUs": "Sie waren Kunde und haben keine? Fragen Sie uns: {email}.",
  "write.noScript":
    "Dieses Formular braucht ein Skript, um Ihre E-Mail vorzubereiten. Schreiben Sie sonst an {email}: Ihre Sterne von 1 bis 5, Ihre Worte, den Namen, der dort stehen darf, und den Link Ihrer Einladung.",
  "write.stars": "Wie viele Sterne?",
  "write.heading": "Titel (wenn Sie mögen)",
  "write.words": "Ihre Worte",
  "write.wordsHint":
    "Was wurde gemacht, was war gut, was nicht? Bitte keine Telefonnummern und Adressen: Alle können das lesen. Auch Sterne allein genügen.",
  "write.photos": "Haben Sie Fotos? Hängen Sie sie an die E-Mail an.",
  "write.name": "Welcher Name darf dort stehen?",
  "write.nameHint":
    "Er wird als Vorname mit Anfangsbuchstabe gezeigt, etwa Karen M. Leer bleiben Sie anonym.",
  "write.invitation": "Einladung",
  "write.invitationHint": "Der ganze Link aus unserer E-Mail, oder was darin hinter # steht.",
  "write.consent":
    "Ich war Kunde, dies sind meine eigenen Worte, und sie dürfen unter diesem Namen veröffentlicht werden.",
  "write.prepare": "E-Mail vorbereiten",
  "write.send": "Bewertung senden",
  "write.sent": "Sie geht an {host}, den Formulardienst von {business}.",
  "write.mailNote": "Diese Seite sendet nichts: Sie sehen die E-Mail zuerst und senden sie selbst.",
  "write.ready": "Ihre E-Mail ist fertig",
  "write.readyHint":
    "Öffnen Sie sie in Ihrem Mailprogramm und senden Sie sie, oder kopieren Sie sie in eine E-Mail an {email}.",
  "write.open": "Im Mailprogramm öffnen",
  "write.mailIntro": "Meine Bewertung steht unten. Bitte lassen Sie die Zeilen mit === stehen.",
  "write.mailSubject": "Bewertung von {business}",
  "invite.subject": "Wie war es? Ihre Bewertung von {business}",
  "invite.greeting": "Guten Tag,",
  "invite.greetingName": "Guten Tag {name},",
  "invite.about": "am {day} haben wir für Sie gearbeitet.",
  "invite.aboutService": "am {day} haben wir für Sie gearbeitet: {service}.",
  "invite.ask":
    "Sagen Sie anderen, wie es war, gut oder schlecht? Mit diesem Link gilt Ihre Bewertung als die eines Kunden:",
  "invite.fair":
    "Alle bekommen den gleichen Link, und jede Bewertung wird gleich veröffentlicht, wie viele Sterne sie auch hat. Der Link ist nur für Sie, gilt einmal und bis zum {day}.",
};
