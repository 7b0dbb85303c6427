import type { LetterLine } from './letter-lines.ts'

/**
 * Letters that look into nothing: the bureau calls the dispute frivolous or irrelevant (15 U.S.C. 1681i(a)(3)), says that
 * somebody else sent it, or asks for proof of identity first.
 */
export type Notice = { kind: 'frivolous' | 'third_party' | 'identity'; lines: LetterLine[] }

const said: readonly (readonly [Notice['kind'], RegExp])[] = [
  [
    'frivolous',
    /\b(?:(?:have|has) determined|determined|consider|considers|believe|appears|is|are)\b.{0,80}\bfrivolous\b/i,
  ],
  [
    'third_party',
    /\b(?:not (?:have been )?(?:sent|submitted|authorized|written|signed)(?: directly)? by you|not authorized by you|sent by (?:a|some) third part|suspicious request|did not come (?:directly )?from you)\b/i,
  ],
  [
    'identity',
    /\b(?:unable|not able|could not|cannot|need|needs|require)\b.{0,60}\b(?:verify|verifying|confirm|validate|locate|proof of|copies of)\b.{0,40}\b(?:identity|identification|your (?:credit )?(?:file|report|address))\b/i,
  ],
]

/** Rights are explained in every result letter; they say what may happen, not what did. */
const isCondition = /\b(?:if|unless|may|might|whether|when|would)\b/i

/** Words of two or three lines, since sentences go on across lines. */
const around = (lines: readonly LetterLine[], at: number): { sentence: string; used: LetterLine[] } => {
  const used = lines.slice(at, at + 3)
  return { sentence: used.map(({ text }) => text).join(' '), used }
}

/** The sentence of a text that has a pattern. */
const sentenceWith = (text: string, pattern: RegExp): string | null =>
  text.split(/[.!?](?: |$)/).find(sentence => pattern.test(sentence)) ?? null

/** What a letter says instead of results; null when it says nothing of the kind. */
export const findNotice = (lines: readonly LetterLine[]): Notice | null => {
  for (let at = 0; at < lines.length; at += 1) {
    const { sentence, used } = around(lines, at)
    for (const [kind, pattern] of said) {
      const found = sentenceWith(sentence, pattern)
      if (found !== null && !isCondition.test(found)) return { kind, lines: quoteOf(used, found) }
    }
  }
  return null
}

/** The lines that a sentence is printed on. */
const quoteOf = (lines: readonly LetterLine[], sentence: string): LetterLine[] => {
  const has = lines.filter(({ text }) => sentence.includes(text) || text.includes(sentence))
  return has.length > 0 ? has : [...lines]
}
