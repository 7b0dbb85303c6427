/**
 * The plain words of a question: lower case, no accents, no punctuation; "what's" is "whats". Typed questions,
 * transcripts, examples and patterns are all compared in this form.
 */
export const normalizeWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

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

/** Whether a question has more words that are only Spanish than common English ones. */
export const isSpanish = (text: string): boolean => {
  const words = normalizeWords(text)
  const countIn = (list: ReadonlySet<string>) => words.filter(word => list.has(word)).length
  return countIn(spanish) > countIn(english)
}

/** Words that can occur in any question and do not indicate its subject. */
const stopWords: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its thats theres heres i im ive id ill me my mine myself we us our you youre your
  yours he she they them their his her who whos whom whose what whats which when where wheres why how hows is isnt are arent was
  wasnt were werent be been being am do does did doesnt dont didnt doing done have has had havent hasnt hadnt having can cant could couldnt
  should would will wont shall may might must of on in into to from for with without by at as about out up down off over under and or but nor
  so if then than too very just only really quite also even ever never always again already yet still right now lately today tonight currently
  recently soon once all any some every each both either none no not nope nah yes yeah yep ok okay please pls plz thanks thank hey hi hello
  um uh er hmm well like kinda sorta sort kind of basically actually honestly literally maybe perhaps anyway though tho cause
  tell show give gimme get got getting let lets see say said says saying read know knew think thought guess want wanna need like look find
  take took taken put go going goes gonna come came make made keep kept try run explain describe list check pull bring ask asked asking mean means
  question questions thing things stuff something anything everything nothing one ones two three four five six seven ten lot lots bit much many
  more most less least few enough big small good bad new old last first next long short same different other another sure able exactly
  moment time times day days week weeks month months year years yesterday january february march april june july august september october
  november december 2023 2024 2025 2026 since until before after between during while ago far per via re rn whole entire current total overall
  people person anybody anyone somebody someone everybody everyone guy guys mr money dollars dollar bucks damn heck hell man dude bro lol
  heavily spot whether onto upon hows theyve youve weve shouldnt wouldnt isn aren don doesn wasn
  hard soft deep low anywhere somewhere mostly often actual always toward towards others itself included include upward nobody mine
  able theyre hes shes thing whatever whenever somehow entirely completely nearly almost mainly usually sometimes anymore instead
  show shows showing list listing hold holds held add earth versus vs matter matters news happy kind name names call called money service customer please give sitting
  way part place point case reason quick quickly real possible going happening happen happened happens work works working back around through
  against because using used use across along inside within together alone right wrong true false sitting stand standing stands
  mi mis me yo tu tus su sus el la los las lo le les un una unos unas de del al a en y o u que cual cuales quien quienes como cuando cuanto cuanta
  cuantos cuantas donde por para con sin sobre entre es son soy eres esta estan estoy este esto estos estas ese eso esa ser estar hay ha han he
  tengo tiene tienen tener algo algun alguna algunos nada todo toda todos todas muy mas menos ya no si aun todavia ahora hoy mes ano anos dia
  dias quiero quisiera puedo puede pueden debo necesito dime dame muestra muestrame ver saber hacer hago favor cosa cosas se nos bien mal
  tanto tanta tantos tantas fue era ver va van voy ir tambien pero porque hola gracias usted ustedes`.split(
    /\s+/,
  ),
)

export const isStopWord = (word: string): boolean => stopWords.has(word) || /^\d+$/.test(word)

const firstPerson: ReadonlySet<string> = new Set(
  'i im ive id my mine me myself we us our mi mis me yo tengo debo estoy nos nuestro nuestra'.split(' '),
)

export const isFirstPerson = (words: readonly string[]): boolean => words.some(word => firstPerson.has(word))

/** Damerau-Levenshtein distance (optimal string alignment), at most `limit` + 1. */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (previous[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    previous = row
    row = next
  }
  return Math.min(row[b.length] ?? 0, limit + 1)
}

/** Whether at most one letter is wrong, missing, added or swapped with its neighbor: `editDistance` up to 1, much faster. */
export const isWithinOneEdit = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2))
  )
}

/** Shorter words are never typos; long words may have two wrong letters. */
const SHORTEST_TYPO = 5
const LONG_WORD = 10

/** Whether a word is a typo of a known one. The first letter must be right: "bill" is not "pill". */
export const isTypoOf = (word: string, known: string): boolean => {
  const shorter = Math.min(word.length, known.length)
  if (shorter < SHORTEST_TYPO || word[0] !== known[0]) return false
  return shorter >= LONG_WORD ? editDistance(word, known, 2) <= 2 : isWithinOneEdit(word, known)
}
