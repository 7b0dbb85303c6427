/**
 * Common passwords (NIST SP 800-63B-4 section 3.1.1.2: values known to be
 * commonly used, expected or compromised). In lowercase without punctuation, as passwords are compared.
 */

/** Well-known phrases and common entries of leaked password lists. */
const commonPasswords: readonly string[] = `
  allyourbasearebelongtous bohemianrhapsody correcthorsebattery correcthorsebatterystaple defaultpassword
  godisgoodallthetime happybirthdaytoyou happilyeverafter icantrememberit iforgotmypassword iloveyouforever
  iloveyousomuch ihatepasswords jesuschristismylord jesuslovesyou justletmeinplease keepcalmandcarryon
  lordoftherings manchesterunited maytheforcebewithyou mypasswordissecure nevergonnagiveyouup
  nooneknowsthispassword onceuponatime passwordispassword qwertyuiopasdfghjkl rememberthispassword
  secretpassword somewhereovertherainbow supercalifragilistic supercalifragilisticexpialidocious
  supersecretpassword temporarypassword thequickbrownfox thequickbrownfoxjumpsoverthelazydog
  thisisapassword thisismypassword thisisnotapassword thisisthepassword tobeornottobe
  tobeornottobethatisthequestion twinkletwinklelittlestar verysecurepassword welcometothejungle
  whatsmypassword winteriscoming youllneverwalkalone youshallnotpass
`
  .trim()
  .split(/\s+/)

/** Words common in weak passwords; the rest of a password must be strong enough by itself. */
const commonWords: readonly string[] = `
  abc123 access admin administrator autumn baseball batman changeme charlie default dragon football forever
  freedom hello iloveyou internet letmein login manager master michael monkey passphrase password passwort
  pokemon princess qwerty secret secure shadow spring starwars staff summer sunshine superman temporary
  test trustno welcome whatever winter january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday
`
  .trim()
  .split(/\s+/)

/** Keyboard and alphabet sequences. */
const runs: readonly string[] = [
  '01234567890123456789',
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]

/**
 * Which password a manager may choose (NIST SP 800-63B-4 section 3.1.1.2): 15 to 256 characters, each code point of the
 * composed text counted as one; any character; no rule of composition, no expiry; not one that is common, expected or
 * derived from known facts about the owner and the product.
 */

const SHORTEST = 15
const LONGEST = 256
/** The number of letters that must remain after removing common words, context words and digits. */
const LETTERS_OF_ITS_OWN = 6
const LONGEST_REPEATED = 8

const brand = ['fairfile', 'credit', 'creditreport', 'report', 'dispute', 'bureau']

/** The manager whose password it is. */
type PasswordOwner = { email: string; firstName: string; lastName: string }

/** A password as a guesser sees it: lowercase letters and digits only. */
const foldedOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Replaces digits and symbols with the letters that they resemble. */
const unmasked = (text: string) => [...text].map(character => lookalikes[character] ?? character).join('')

const wordsAbout = ({ email, firstName, lastName }: PasswordOwner): string[] =>
  [...brand, ...`${email} ${firstName} ${lastName}`.split(/[\s@.+_-]+/)].map(foldedOf)

const known = [...commonPasswords, ...commonWords]

const isRun = (text: string) =>
  runs.some(run => run.includes(text) || [...run].toReversed().join('').includes(text))

/** Whether it repeats one short piece, the last time possibly cut off. */
const isRepeated = (text: string) =>
  Array.from({ length: Math.min(LONGEST_REPEATED, Math.floor(text.length / 2)) }, (_, at) => at + 1).some(
    length =>
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text),
  )

/** What is left after removing words, longest first, and then digits. */
const ownLetters = (text: string, words: readonly string[]) =>
  words
    .filter(word => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ' '), text)
    .replaceAll(/[\s\p{N}]/gu, '')

const isEasy = (text: string, words: readonly string[]) =>
  isRun(text) || isRepeated(text) || [...ownLetters(text, words)].length < LETTERS_OF_ITS_OWN

/** Why a password may not be chosen, as a sentence; null when it may. */
export const passwordProblem = (password: string, owner: PasswordOwner): string | null => {
  const { length } = [...password.normalize('NFC')]
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters`
  if (length > LONGEST) return `Use at most ${LONGEST} characters`
  const words = [...known, ...wordsAbout(owner)]
  const looks = [foldedOf(password), foldedOf(unmasked(password.toLowerCase()))]
  if (looks.some(look => isEasy(look, words)))
    return 'This password is easy to guess. Put together a few words that have nothing to do with each other'
  return null
}
