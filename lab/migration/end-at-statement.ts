/**
 * Loaded before a program (`node --import`), it kills it with SIGKILL at a statement: END_AT is the statement's number and
 * whether it is `before` sending or just `sent`. Without a kill it prints the number of statements.
 */
import { writeSync } from 'node:fs'
import pg from 'pg'

const [number = '', when] = (process.env.END_AT ?? '').split(' ')
const end = () => process.kill(process.pid, 'SIGKILL')
const query: unknown = Reflect.get(pg.Client.prototype, 'query')
if (typeof query !== 'function') throw new Error('the client of PostgreSQL asks by another name')
let statements = 0

Reflect.set(pg.Client.prototype, 'query', function ask(this: unknown, ...parameters: unknown[]): unknown {
  statements += 1
  const isDue = String(statements) === number
  if (isDue && when === 'before') end()
  const answer: unknown = Reflect.apply(query, this, parameters)
  // By then the statement has been sent, or PGlite has it; nobody reads the answer.
  if (isDue) setImmediate(end)
  return answer
})

process.on('exit', () => writeSync(1, `statements: ${statements}\n`))
