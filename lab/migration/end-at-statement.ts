/**
 * Loaded before a program (`node --import`), it ends it with SIGKILL at a statement: END_AT is its number and whether it is
 * `before` it is sent or just `sent`. At the end it says how many there were.
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
  // By then its bytes have left the process, or PGlite has them; nobody hears the answer.
  if (isDue) setImmediate(end)
  return answer
})

process.on('exit', () => writeSync(1, `statements: ${statements}\n`))
