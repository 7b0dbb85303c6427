import type { FastifyInstance } from 'fastify'
import type { Endpoint, EndpointGroup } from '#api/endpoint.ts'
import { httpStatus } from '#api/errors.ts'
import { buildOpenApi, endpointErrors } from '#api/openapi.ts'

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const describeCallers = ({ auth, scope }: Endpoint): string =>
  [String(auth), scope === undefined ? '' : `API key with ${scope}`].filter(Boolean).join(', ')

const renderRows = (area: EndpointGroup) =>
  Object.entries(area)
    .map(
      ([name, endpoint]) =>
        `<tr><th scope="row"><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></th><td>${escapeHtml(endpoint.summary)}</td><td>${escapeHtml(describeCallers(endpoint))}</td><td>${endpointErrors(
          endpoint,
        )
          .map(code => `${httpStatus(code)} <code>${code}</code>`)
          .join('<br>')}</td><td><code>${escapeHtml(name)}</code></td></tr>`,
    )
    .join('')

/** A readable page of the endpoint table; the exact shapes are in the OpenAPI document it links. */
const renderDocsPage = (table: Readonly<Record<string, EndpointGroup>>, name: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API, ${escapeHtml(name)}</title></head>
<body><main><h1>${escapeHtml(name)} API</h1><p>All paths are below <code>/api/v1</code>. Shapes: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Every refusal has the body <code>{message, code, requestId, fields?}</code>.</p>
${Object.entries(table)
  .map(
    ([group, area]) =>
      `<h2>${escapeHtml(group)}</h2><table><thead><tr><th scope="col">Call</th><th scope="col">What it does</th><th scope="col">Who</th><th scope="col">Refusals</th><th scope="col">Name</th></tr></thead><tbody>${renderRows(area)}</tbody></table>`,
  )
  .join('\n')}
</main></body></html>`

/** Serves the OpenAPI document and its page, each rendered at the first request, because few servers get one. */
export const serveApiDocs = (
  app: FastifyInstance,
  table: Readonly<Record<string, EndpointGroup>>,
  product: { version: string; name: string },
): void => {
  let document: string | undefined
  let page: string | undefined
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi(table, product))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/api/docs', async (_request, reply) => {
    page ??= renderDocsPage(table, product.name)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
