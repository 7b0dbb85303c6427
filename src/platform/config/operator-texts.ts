import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The operator's legal texts, from `OPERATOR_DIR/legal/*.md`. A file begins with its version and title between lines of
 * three dashes. The supported Markdown is `##` headings, paragraphs, lists with `-`, **bold** and links; everything else
 * is shown literally, including HTML.
 */

const pageNames = ['terms', 'privacy'] as const
/** One for each kind of consent; its two sections state what it covers and what withdrawing does. */
const consentNames = [
  'consent-reportAccess',
  'consent-sms',
  'consent-letterTexts',
  'consent-email',
  'consent-terms',
  'consent-staffMailing',
] as const
/** The operator's own terms in the contract that clients of a credit repair organization sign. */
const contractNames = ['agreement'] as const
const textNames = [...pageNames, ...consentNames, ...contractNames]
type OperatorTextName = (typeof textNames)[number]

export type OperatorText = {
  /** The day of the text, `YYYY-MM-DD`; a changed text has a different one. */
  version: string
  title: string
  /** The paragraph before the first heading. */
  lead: string
  sections: readonly { heading: string; paragraphs: readonly string[] }[]
}

export type OperatorTexts = Readonly<Partial<Record<OperatorTextName, OperatorText>>>

/** Paragraphs and lists between empty lines; lines of a paragraph are joined. */
const paragraphsOf = (text: string): string[] => {
  const parts: string[][] = [[]]
  for (const line of text.split('\n').map(each => each.trim()))
    if (line === '') parts.push([])
    else parts.at(-1)?.push(line)
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join(lines[0]?.startsWith('- ') ? '\n' : ' '))
}

const linkTargets = (text: string): string[] =>
  [...text.matchAll(/\[[^[\]]*\]\(([^()]*)\)/g)].map(([, target = '']) => target)

/** A text, or its problem in one line without the file's name. `{name}` is replaced by the operator's name. */
export const parseOperatorText = (
  name: OperatorTextName,
  source: string,
  operator: string,
): OperatorText | { problem: string } => {
  const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(
    source.replaceAll('\r\n', '\n').replaceAll('{name}', operator),
  )
  const [, front = '', body = ''] = parts ?? []
  const field = (key: string) => new RegExp(`^${key}: *(.+)$`, 'm').exec(front)?.[1]?.trim() ?? ''
  const [version, title] = [field('version'), field('title')]
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version))
    return { problem: 'must begin with a line of ---, "version: YYYY-MM-DD", "title: …" and a line of ---' }
  if (title === '') return { problem: 'title: is needed after the version' }
  const wrong = linkTargets(body).find(target => !/^(https:\/\/|mailto:)[^\s<>"]+$/.test(target))
  if (wrong !== undefined)
    return { problem: `links to "${wrong}"; a link must begin with https:// or mailto:` }
  const [before = '', ...headed] = body.split(/^## +/m)
  const [lead, ...more] = paragraphsOf(before)
  if (lead === undefined || more.length > 0)
    return { problem: 'must have exactly one paragraph before its first ## heading' }
  const sections = headed.map(text => {
    const [heading = '', ...lines] = text.split('\n')
    return { heading: heading.trim(), paragraphs: paragraphsOf(lines.join('\n')) }
  })
  const empty = sections.find(({ paragraphs }) => paragraphs.length === 0)
  if (empty) return { problem: `has nothing under "${empty.heading}"` }
  const [unfilled] = name === 'agreement' ? (/\{[^{}]*\}/.exec(body) ?? []) : []
  if (unfilled !== undefined)
    return { problem: `has ${unfilled}, which nothing fills in; only {name} becomes something else` }
  const isConsent = consentNames.some(one => one === name)
  if (isConsent && sections.length !== 2)
    return { problem: 'must have two ## sections: what it covers, and what withdrawing does' }
  return { version, title, lead, sections }
}

/** The texts of a folder, or the problem in one line that names the file. */
export const readOperatorTexts = (folder: string, operator: string): OperatorTexts | { problem: string } => {
  const legal = join(folder, 'legal')
  const texts: Partial<Record<OperatorTextName, OperatorText>> = {}
  for (const file of existsSync(legal) ? readdirSync(legal).toSorted() : []) {
    if (!file.endsWith('.md')) continue
    const name = textNames.find(one => `${one}.md` === file)
    if (name === undefined)
      return {
        problem: `${join(legal, file)}: is no text; there are ${textNames.map(one => `${one}.md`).join(', ')}`,
      }
    const text = parseOperatorText(name, readFileSync(join(legal, file), 'utf8'), operator)
    if ('problem' in text) return { problem: `${join(legal, file)}: ${text.problem}` }
    texts[name] = text
  }
  return texts
}

/** The first text that a company still has to write or complete, in one line; null if all are complete. */
export const findUnfinishedText = (folder: string, texts: OperatorTexts): string | null => {
  const missing = pageNames.find(name => texts[name] === undefined)
  if (missing)
    return `${join(folder, 'legal', `${missing}.md`)}: is needed; people agree with the company by it`
  return findGap(folder, texts)
}

/** The first unfinished passage in square brackets, in one line. */
export const findGap = (folder: string, texts: OperatorTexts): string | null => {
  for (const [name, text] of Object.entries(texts)) {
    const paragraphs = [text.lead, ...text.sections.flatMap(section => section.paragraphs)]
    const [gap] = paragraphs.flatMap(paragraph => /\[[^[\]]+\](?!\()/.exec(paragraph) ?? [])
    if (gap !== undefined) return `${join(folder, 'legal', `${name}.md`)}: "${gap}" is left to complete`
  }
  return null
}
