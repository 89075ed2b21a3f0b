import type { Catalogue } from "./words.ts";

export const es: Partial<Catalogue> = {
  "write.title": "Escribir una reseña",
  "write.description": "Escriba una reseña de {business}: su invitación acredita que fue cliente.",
  "write.lead": "¿Fue cliente de {business}? Cuente cómo le fue, bien o mal.",
  "write.fair":
    "Todos los invitados reciben esta misma página, y cada reseña sigue el mismo camino, tenga las estrellas que tenga. Ninguna se retiene por ser crítica.",
  "write.yours": "Su invitación: {service}, {day}.",
  "write.yoursPlain": "Su invitación: nuestro trabajo del {day}.",
  "write.none":
    "Esta página recibe reseñas con invitación, el enlace de nuestro correo: así sabemos que las escribió un cliente.",
  "write.elsewhere": "Sin invitación puede opinar aquí:",
  "write.askUs": "¿Fue cliente y no tiene ninguna? Escríbanos: {email}.",
  "write.noScript":
    "Este formulario necesita un script para preparar su correo. Si no, escriba a {email}: sus estrellas de 1 a 5, sus palabras, el nombre que puede figurar y el enlace de su invitación.",
  "write.stars": "¿Cuántas estrellas?",
  "write.heading": "Título (si quiere)",
  "write.words": "Sus palabras",
  "write.wordsHint":
    "¿Qué se hizo, qué estuvo bien y qué no? Sin teléfonos ni direcciones: todos pueden leerlo. También bastan las estrellas.",
  "write.photos": "¿Tiene fotos? Adjúntelas al correo.",
  "write.name": "¿Qué nombre puede figurar?",
  "write.nameHint":
    "Se muestra el nombre y una inicial, por ejemplo Karen M. Déjelo vacío para quedar anónimo.",
  "write.invitation": "Invitación",
  "write.invitationHint": "El enlace completo de nuestro correo, o lo que sigue a #.",
  "write.consent": "Fui cliente, estas son mis propias palabras y pueden publicarse con ese nombre.",
  "write.prepare": "Preparar el correo",
  "write.send": "Enviar la reseña",
  "write.sent": "Va a {host}, el servicio de formularios de {business}.",
  "write.mailNote": "Esta página no envía nada: usted ve antes el correo y lo envía.",
  "write.ready": "Su correo está listo",
  "write.readyHint": "Ábralo en su programa de correo y envíelo, o cópielo en un correo a {email}.",
  "write.open": "Abrir en mi programa de correo",
  "write.mailIntro": "Mi reseña está abajo. Por favor, deje las líneas con === como están.",
  "write.mailSubject": "Reseña de {business}",
  "invite.subject": "¿Qué tal? Su reseña de {business}",
  "invite.greeting": "Hola:",
  "invite.greetingName": "Hola, {name}:",
  "invite.about": "El {day} trabajamos para usted.",
  "invite.aboutService": "El {day} trabajamos para usted: {service}.",
  "invite.ask":
    "¿Contaría a otros cómo le fue, bien o mal? Con este enlace su reseña queda verificada como de un cliente:",
  "invite.fair":
    "Todos reciben el mismo enlace, y cada reseña se publica igual, tenga las estrellas que tenga. El enlace es solo para usted y sirve una vez, hasta el {day}.",
};
