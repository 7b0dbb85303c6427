import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The least that a server can do: the same bytes and headers for every request. */

const body = readFileSync(process.argv[2] ?? '')
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-encoding': 'gzip',
  'content-length': body.length,
}
createServer((_, answer) => answer.writeHead(200, headers).end(body)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)
