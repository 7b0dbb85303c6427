/**
 * A question as its plain words: small letters, no accents, no punctuation; "what's" is "whats". So a typed question, a
 * transcript and a pattern meet in one spelling.
 */
export const normalizeWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** Everyday words that are Spanish and not English. */
const spanish = new Set(
  'que cual cuales cuanto cuanta cuantos cuantas quien quienes como donde cuando porque por mi mis tengo tiene tienen es esta estan el la los las un una de del en se hay para con debo puedo puntaje puntuacion credito cuenta cuentas deuda tarjeta tarjetas ayuda hola quiero ha han estoy'.split(
    ' ',
  ),
)

const english = new Set(
  'the is are my me what which how when who why do does did i of on in to and have has had can for a an you your credit score'.split(
    ' ',
  ),
)

/** Whether a question is put in Spanish: it has more words that only Spanish has than words of English. */
export const isSpanish = (text: string): boolean => {
  const words = normalizeWords(text)
  const of = (some: ReadonlySet<string>) => words.filter(word => some.has(word)).length
  return of(spanish) > of(english)
}
