import type { FastifyInstance } from 'fastify'
import type { Area } from '#api/endpoint.ts'
import { statusOf } from '#api/errors.ts'
import { openApiOf, refusalsOf } from '#api/openapi.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const rowsOf = (area: Area) =>
  Object.entries(area)
    .map(
      ([name, endpoint]) =>
        `<tr><th scope="row"><code>${endpoint.method} ${escaped(endpoint.path)}</code></th><td>${escaped(endpoint.summary)}</td><td>${escaped(String(endpoint.who))}</td><td>${refusalsOf(
          endpoint,
        )
          .map(code => `${statusOf(code)} <code>${code}</code>`)
          .join('<br>')}</td><td><code>${escaped(name)}</code></td></tr>`,
    )
    .join('')

/** A readable page of the endpoint table; the exact shapes are in the OpenAPI document it links. */
const pageOf = (table: Readonly<Record<string, Area>>) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API, Fairfile</title></head>
<body><main><h1>Fairfile API</h1><p>All paths are below <code>/api/v1</code>. Shapes: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Every refusal has the body <code>{message, code, requestId, fields?}</code>.</p>
${Object.entries(table)
  .map(
    ([name, area]) =>
      `<h2>${escaped(name)}</h2><table><thead><tr><th scope="col">Call</th><th scope="col">What it does</th><th scope="col">Who</th><th scope="col">Refusals</th><th scope="col">Name</th></tr></thead><tbody>${rowsOf(area)}</tbody></table>`,
  )
  .join('\n')}
</main></body></html>`

/** Serves the OpenAPI document and the page to read it. */
export const serveDocs = (
  app: FastifyInstance,
  table: Readonly<Record<string, Area>>,
  version: string,
): void => {
  const document = JSON.stringify(openApiOf(table, version))
  const page = pageOf(table)
  app.get('/api/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
