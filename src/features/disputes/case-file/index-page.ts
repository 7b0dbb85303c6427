import { showDate, showDay, showInstant } from '#values/dates.ts'
import { nestQuotes } from '../letters/words.ts'
import type { CaseAnswer, CaseDispute, CaseItem, CaseLetter, CaseMailing, CaseRecord } from './case-record.ts'

/** A case file's `index.html`: the record for people, on one self-contained page that prints well. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text from users and bureaus as HTML. */
const text = (plain: string): string =>
  plain.toWellFormed().replaceAll(/[&<>"']/g, character => entities[character] ?? '')

const file = (path: string): string => `<a href="${text(path)}">${text(path)}</a>`

type Cell = { html: string } | string | null

const cell = (given: Cell): string => {
  if (given === null) return ''
  return typeof given === 'string' ? text(given) : given.html
}

const table = (caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): string => `
<table>
<caption>${text(caption)}</caption>
<thead><tr>${heads.map(head => `<th scope="col">${text(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.map(row => `<tr>${row.map(one => `<td>${cell(one)}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table>`

const pairs = (given: readonly (readonly [label: string, value: Cell])[]): string => `
<dl>${given
  .filter(([, value]) => value !== null)
  .map(([label, value]) => `<dt>${text(label)}</dt><dd>${cell(value)}</dd>`)
  .join('\n')}</dl>`

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; color: #16181d; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3, h4 { line-height: 1.25; } h2 { margin-top: 2.5rem; border-top: 2px solid #16181d; padding-top: 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; } caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid #9aa0a6; padding: .35rem .5rem; text-align: left; vertical-align: top; }
dl { display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; gap: .15rem 1rem; } dt { color: #4a4f57; } dd { margin: 0; }
td { overflow-wrap: break-word; } dd, code, a { overflow-wrap: anywhere; } .mark { border: 2px solid; padding: .5rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } table, tbody, tr, td { display: block; } thead { display: none; } }
@media print { h2 { break-before: page; } }`

const origins: Readonly<Record<string, string>> = {
  import: 'Imported by the person',
  bureau: 'Fetched for the person',
  sandbox: 'Invented for trying the service',
}

type Shown = CaseItem['shown'][number]

const factsText = (facts: Shown['facts']): string =>
  facts.map(({ label, value }) => `${label}: ${value}`).join('; ')

/** What a bureau showed: everything the first time, after that what changed since its previous report. */
const changesText = ({ facts }: Shown, before: Shown | undefined): string => {
  if (before === undefined) return factsText(facts)
  const lineOf = ({ label, value }: Shown['facts'][number]) => `${label}: ${value}`
  const [had, has] = [new Set(before.facts.map(lineOf)), new Set(facts.map(lineOf))]
  const changed = facts.filter(one => !had.has(lineOf(one)))
  const gone = before.facts
    .filter(one => !has.has(lineOf(one)) && changed.every(({ label }) => label !== one.label))
    .map(({ label, value }) => ({ label, value: `not reported (before: ${value})` }))
  const changes = [...changed, ...gone]
  return changes.length === 0
    ? 'The same as in its report before.'
    : `Different from its report before: ${factsText(changes)}`
}

const shownRows = (shown: readonly Shown[], timeZone: string): Cell[][] =>
  [...Map.groupBy(shown, ({ bureau }) => bureau).values()].flatMap(rows =>
    rows.map((row, index) => [
      row.bureau,
      showDate(row.reportDate),
      showInstant(row.receivedAt, timeZone),
      origins[row.origin] ?? row.origin,
      changesText(row, rows[index - 1]),
    ]),
  )

const answerRow = (
  { from, words, on, recordedAt, file: path, replyDeleted }: CaseAnswer,
  timeZone: string,
) => [
  from,
  words,
  showDay(on),
  showInstant(recordedAt, timeZone),
  path === null ? (replyDeleted ? 'Uploaded, and deleted since' : null) : { html: file(path) },
]

const itemPart = ({ name, said, explanation, answers, shown }: CaseItem, timeZone: string): string => `
<h4>${text(name)}</h4>
<p>${text(said)}${explanation === null ? '' : `<br>In the person’s own words: “${text(nestQuotes(explanation))}”`}</p>
${
  answers.length === 0
    ? '<p>No answer was recorded.</p>'
    : table(
        `Answers on ${name}, as the person recorded them`,
        ['From', 'Answer', 'Day', 'Recorded', 'Reply'],
        answers.map(answer => answerRow(answer, timeZone)),
      )
}
${
  shown.length === 0
    ? ''
    : table(
        `What reports showed of ${name}`,
        ['Bureau', 'Date of the report', 'Received', 'Source', 'What it showed'],
        shownRows(shown, timeZone),
      )
}`

const states: Readonly<Record<string, string>> = {
  requested: 'Not submitted yet',
  held: 'Not submitted yet',
  untraceable: 'Nobody can say whether it was mailed',
  submitted: 'Submitted',
  processed: 'Submitted',
  sent: 'Mailed',
  delivered: 'Delivered',
  returned: 'Came back',
  rejected: 'Not taken by the provider',
  failed: 'Not mailed',
}

const bytesWords = ({ pdfSha256, sameBytes, file: path }: CaseMailing): Cell => {
  const name = file(path)
  if (pdfSha256 === null) return { html: `${name}. The hash of what was submitted was not kept.` }
  const hash = `SHA-256 <code>${text(pdfSha256)}</code>`
  return {
    html: sameBytes
      ? `${name}, byte for byte: ${hash}`
      : `${hash}. That file is no longer kept. ${name} is the same letter, printed again from the stored text by a later release, so its bytes are others.`,
  }
}

const mailingPart = (mailing: CaseMailing, timeZone: string): string => {
  const { service, requestedAt, handedOverAt, provider, providerId, expectedOn, state, events } = mailing
  const at = (instant: string) => showInstant(instant, timeZone)
  return `${pairs([
    ['Requested', at(requestedAt)],
    ['Submitted', handedOverAt === null ? null : at(handedOverAt)],
    ['Service', `${service} mail`],
    ['Mail provider', provider],
    ['Provider’s id', providerId],
    ['Tracking', mailing.trackingUrl],
    [handedOverAt === null ? 'Letter for the mail' : 'Letter as submitted', bytesWords(mailing)],
    ['To', mailing.to.join(', ') || null],
    ['From', mailing.from.join(', ') || null],
    ['Expected delivery', expectedOn === null ? null : showDay(expectedOn)],
    ['Last known', states[state] ?? state],
  ])}
${
  events.length === 0
    ? ''
    : table(
        'Tracking, as the mail provider reported it',
        ['Event', 'When', 'Received'],
        events.map(({ event, words, at: when, receivedAt }) => [words ?? event, at(when), at(receivedAt)]),
      )
}`
}

const letterPart = (
  { to, date, mark, files, enclosures, mailings }: CaseLetter,
  timeZone: string,
): string => `
<h4>Letter to ${text(to)}, ${text(showDay(date))}</h4>
<p>${files.map(file).join(', ')}${
  enclosures.length === 0 ? '' : `, with copies of: ${enclosures.map(text).join(', ')}`
}</p>
${mark === null ? '' : `<p class="mark">${text(mark)}</p>`}
${
  mailings.length === 0
    ? '<p>It was not mailed from the service. If the person mailed it, the proof is not in this file.</p>'
    : mailings.map(mailing => mailingPart(mailing, timeZone)).join('<hr>')
}`

const disputePart = (dispute: CaseDispute, timeZone: string): string => {
  const { number, title, createdAt, confirmedAt, follows, items, letters } = dispute
  const confirmed = `Made ${showInstant(createdAt, timeZone)}. The person confirmed every letter as true on ${showInstant(confirmedAt, timeZone)}.`
  const followed = follows === null ? '' : ` It follows the answer to dispute ${follows}.`
  return `
<section>
<h2>${number}. ${text(title)}</h2>
<p>${text(confirmed + followed)}</p>
<h3>Items</h3>
${items.map(item => itemPart(item, timeZone)).join('')}
<h3>Letters and proof of mailing</h3>
${letters.map(letter => letterPart(letter, timeZone)).join('')}
</section>`
}

const checkPart = ({ service, site, keyId }: CaseRecord): string => `
<section>
<h2>How to check this file</h2>
<p>The archive that this page is in ends with a seal: a signature over all its other bytes. Whether it is whole can be checked on any
machine, without asking ${text(service)}.</p>
<ol>
<li>Save the public keys from <code>${text(site)}/.well-known/fairfile-case-file-keys.json</code> as keys.json. This file was sealed
with the key <code>${text(keyId)}</code>.</li>
<li>Save the check from <code>${text(site)}/check-case-file.mjs</code>. A copy is in this archive, but do not rely on it: a forged
file can have a forged check in it.</li>
<li>Run <code>node check-case-file.mjs keys.json</code> and the name of this archive. It says SEALED or NOT SEALED.</li>
</ol>
<p>The seal says that ${text(service)} made this file and that it was not changed since. Times are by the clock of ${text(service)}.
manifest.json has the size and SHA-256 of every other file, case.json has this page for programs.</p>
</section>`

export const caseIndexPage = (record: CaseRecord): string => {
  const { service, person, madeAt, timeZone, bureaus, disputes, acts } = record
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Case file of ${text(person)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>Case file of ${text(person)}</h1>
<p>Made by ${text(service)} on ${text(showInstant(madeAt, timeZone))}. Times are those of ${text(timeZone)}. It holds
${disputes.length === 1 ? 'one dispute' : `${disputes.length} disputes that follow each other`}: the letters, the proof of each
mailing, tracking, the answers that the person recorded, and what stored reports of ${text(bureaus.join(', '))} showed of
each item. Social Security numbers show four digits and account numbers eight characters, as everywhere in ${text(service)}.</p>
${disputes.map(dispute => disputePart(dispute, timeZone)).join('')}
<section>
<h2>What was done</h2>
${table(
  'Acts in order',
  ['When', 'What', 'By'],
  acts.map(({ at, words, by }) => [showInstant(at, timeZone), words, by]),
)}
</section>
${checkPart(record)}
</main>
</body>
</html>
`
}
