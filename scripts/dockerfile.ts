import path from 'node:path'

/** What the Dockerfile and `.dockerignore` say, for those who check them on a machine without Docker. */

/** One instruction: `{ word: 'RUN', rest: 'npm ci' }`. */
export type Instruction = { word: string; rest: string }

/** The instructions of a Dockerfile in their order, each in one line, without comments. */
export const instructionsIn = (text: string): Instruction[] =>
  text
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [word = '', ...rest] = line.split(/\s+/)
      return { word, rest: rest.join(' ') }
    })

/**
 * Whether a path, relative to the project, is sent to a build: the last line of `.dockerignore` that names it or a folder
 * above it decides.
 */
export const isSent = (ignored: readonly string[], file: string): boolean => {
  const parts = file.split('/')
  const above = parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
  const deciding = ignored.findLast(line => above.some(one => path.matchesGlob(one, line.replace('!', ''))))
  return deciding === undefined || deciding.startsWith('!')
}
