import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './run.mjs'

/** Enough lines of a failure to see which expectation failed. */
const shownLines = 12

const fileOf = step =>
  path.join(root, '.cache', 'tests', `${step.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.json`)

/** The reporters of a step's tests: one for people, and a JSON file to list the failures again at the end. */
export const reportersOf = step => {
  rmSync(fileOf(step), { force: true })
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${fileOf(step)}`]
}

/** The failed tests of a step, each with the beginning of its message; empty if the step has no JSON file. */
export const failuresOf = step => {
  if (!existsSync(fileOf(step))) return []
  const { testResults } = JSON.parse(readFileSync(fileOf(step), 'utf8'))
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const whole = failed.length === 0 && message ? [`${file}\n${beginningOf(message)}`] : []
    return [
      ...failed.map(test => `${file} > ${test.fullName}\n${beginningOf(test.failureMessages.join('\n'))}`),
      ...whole,
    ]
  })
}

const beginningOf = text => text.split('\n').slice(0, shownLines).join('\n')
