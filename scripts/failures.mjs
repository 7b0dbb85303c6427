import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './run.mjs'

/** As much of a failure as tells which expectation did not hold. */
const shownLines = 12

const fileOf = step =>
  path.join(root, '.cache', 'tests', `${step.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.json`)

/** The reporters of a step's tests: what people read, and a record to tell failures from once more at the end. */
export const reportersOf = step => {
  rmSync(fileOf(step), { force: true })
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${fileOf(step)}`]
}

/** The tests of a step that failed, each with the beginning of why; empty where the step keeps no record. */
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
