import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshMetrics } from '#platform/telemetry/metrics.ts'
import { openApp, type TestApp } from '#test/support/app.ts'

/** Checks the shipped alert rules against the metrics of a server that has just started. */

const docs = path.join(import.meta.dirname, '../../docs/guides')
const textOf = (file: string) => readFileSync(path.join(docs, file), 'utf8')

/** A field of a rule; after `>-` it continues on the more indented lines. */
const fieldOf = (rule: string, name: string) =>
  (new RegExp(`^ +${name}: (?:>-\\n)?(.+(?:\\n {10}.+)*)`, 'm').exec(rule)?.[1] ?? '').trim()

const rules = textOf('alerts.yml')
  .split(/^ +- alert: /m)
  .slice(1)
  .map(rule => ({
    name: rule.split('\n')[0] ?? '',
    expr: fieldOf(rule, 'expr'),
    waits: fieldOf(rule, 'for'),
    severity: /severity: (\w+)/.exec(rule)?.[1],
    summary: fieldOf(rule, 'summary'),
    runbook: fieldOf(rule, 'runbook'),
  }))

/** The metrics in an expression: `metric{label="value"}`, and metrics without labels. */
const asked = rules.flatMap(({ expr }) =>
  [...expr.matchAll(/\b(up|[a-z]+(?:_[a-z]+)+)\b(?:\{([^}]*)\})?/g)].map(([, metric = '', braces = '']) => ({
    metric,
    labels: [...braces.matchAll(/(\w+)(?:=~|!=|=)"([^"]*)"/g)].map(([, label = '', value = '']) => ({
      label,
      value,
    })),
  })),
)

type Series = { metric: string; labels: Record<string, unknown> }

let app: TestApp
let series: Series[]

beforeAll(async () => {
  app = await openApp()
  await app.send('GET', '/user/info')
  const waits = [{ job: 'email.send', count: 1, oldestSeconds: 1 }]
  const metrics = await (await refreshMetrics(app.app.metrics, async () => waits)).getMetricsAsJSON()
  series = metrics.flatMap(({ name, values }) =>
    values.map(({ labels }) => ({ metric: name, labels: { ...labels } })),
  )
})
afterAll(() => app.close())

it('are complete: expression, duration, severity and runbook', () => {
  expect(rules.length).toBeGreaterThan(10)
  for (const { name, expr, waits, severity, summary, runbook } of rules) {
    expect({ name, expr, waits, summary }).not.toContain('')
    expect(waits).toMatch(/^\d+m$/)
    expect(['page', 'ticket']).toContain(severity)
    const [, file = '', heading] = /^docs\/guides\/([a-z]+\.md)#([a-z-]+)$/.exec(runbook) ?? []
    const headings = [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
      words.toLowerCase().replaceAll(' ', '-'),
    )
    expect(headings).toContain(heading)
  }
})

it('use metrics that exist from the start', () => {
  const there = new Set(['up', ...series.map(({ metric }) => metric)])
  expect(asked.filter(({ metric }) => !there.has(metric))).toEqual([])
})

it('use existing labels and label values', () => {
  const names = ['name', 'what', 'provider', 'outcome']
  /** Other results of a call to the mail provider or the source of credit data; `Sent` and `Pulled` of their ports. */
  const rare = ['hold', 'not_sent', 'unknown', 'refused']
  const unknown = asked
    .filter(({ metric }) => metric !== 'up')
    .flatMap(({ metric, labels }) =>
      labels.flatMap(({ label, value }) => {
        const values = series.filter(one => one.metric === metric).map(one => one.labels[label])
        if (!values.some(one => one !== undefined)) return [`${metric}{${label}}`]
        const wanted = names.includes(label) ? value.split('|') : []
        return wanted.filter(one => !values.includes(one) && !rare.includes(one))
      }),
    )
  // An empty queue has no series, so the one excluded name is not among the queues.
  expect(unknown).toEqual(['reports.pull'])
})

it('use existing routes', () => {
  const routes = asked.flatMap(({ labels }) =>
    labels.flatMap(({ label, value }) => (label === 'route' ? value : [])),
  )
  expect(new Set(routes)).toEqual(new Set(['/api/v1/webhooks/(lob|twilio|twilio/status)']))
  for (const url of ['/api/v1/webhooks/lob', '/api/v1/webhooks/twilio', '/api/v1/webhooks/twilio/status'])
    expect(app.app.http.hasRoute({ method: 'POST', url })).toBe(true)
})
