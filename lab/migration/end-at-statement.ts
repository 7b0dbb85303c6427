/**
 * Loaded before a program (`node --import`), this kills the program with SIGKILL at a statement: END_AT is the statement's
 * number, and `before` (not yet sent) or `sent`. If nothing was killed, it prints the number of statements.
 */
import { writeSync } from 'node:fs'
import pg from 'pg'

const [number = '', when] = (process.env.END_AT ?? '').split(' ')
const end = () => process.kill(process.pid, 'SIGKILL')
const query: unknown = Reflect.get(pg.Client.prototype, 'query')
if (typeof query !== 'function')
  throw new Error('the PostgreSQL client sends queries by a method of another name')
let statements = 0

Reflect.set(pg.Client.prototype, 'query', function ask(this: unknown, ...parameters: unknown[]): unknown {
  statements += 1
  const isDue = String(statements) === number
  if (isDue && when === 'before') end()
  const answer: unknown = Reflect.apply(query, this, parameters)
  // By then the statement has been sent, or PGlite has it; the response is never read.
  if (isDue) setImmediate(end)
  return answer
})

process.on('exit', () => writeSync(1, `statements: ${statements}\n`))
