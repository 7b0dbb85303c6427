import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The sentences of the page and messages, extracted from the source: strings and page text that begin and end like a
 * sentence. Letters to bureaus, statutes and API descriptions are written for others.
 */

const source = path.join(import.meta.dirname, '../src')

const forOthers =
  /\.(test|suite)\.|contract\.ts$|[\\/](server|letters|readers|fixtures)[\\/]|credit-file-rights|api[\\/](openapi|endpoint|acts|platform)/
const files = globSync(['features/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}', 'api/errors.ts'], {
  cwd: source,
})

const sentencesIn = (file: string): string[] => {
  const code = readFileSync(path.join(source, file), 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm,
    '',
  )
  const quoted = [...code.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"/g)].map(
    ([, one, two]) => one ?? two ?? '',
  )
  const between = [...code.matchAll(/>([^<>{}]+)</g)].map(([, text = '']) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  )
  return [...quoted, ...between]
    .flatMap(text => text.split(/(?<=[.?!]) /))
    .filter(text => /^[A-Z].*[.?!]$/.test(text) && text.split(' ').length >= 4)
}

const shown = files
  .filter(file => !forOthers.test(file))
  .flatMap(file => sentencesIn(file).map(sentence => ({ file, sentence })))

/** Vowel groups, without a silent e at the end; near enough for an average over many words. */
const syllablesOf = (word: string): number =>
  Math.max(
    1,
    word
      .toLowerCase()
      .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
      .match(/[aeiouy]+/g)?.length ?? 1,
  )

/** The school grade for which a text is easily readable (Flesch and Kincaid). */
const gradeOf = (sentences: readonly string[]): number => {
  const words = sentences.flatMap(sentence => sentence.match(/[A-Za-z']+/g) ?? [])
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

const areas = [...new Set(shown.map(({ file }) => file.split(path.sep).slice(0, 2).join('/')))]

describe('the text of Fairfile', () => {
  it.each(areas)('is easily readable in the eighth grade: %s', area => {
    const own = shown.filter(({ file }) => file.split(path.sep).slice(0, 2).join('/') === area)
    expect(gradeOf(own.map(({ sentence }) => sentence))).toBeLessThanOrEqual(8)
  })

  it('promises no results', () => {
    const promises =
      /\bguarantee|\bboost|\bpre-?approved|\berase your|\bfix your score|\braise your score by/i
    expect(shown.filter(({ sentence }) => promises.test(sentence))).toEqual([])
  })
})
