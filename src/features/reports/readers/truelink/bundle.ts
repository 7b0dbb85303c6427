import type { Bureau } from '#values/bureau.ts'
import { parseBureau } from '../codes.ts'
import { parseFreeText, parseText } from '../fields.ts'
import { asList, findHolder, findNearest, get, rawText, type Tree, type TreeNode } from '../json.ts'

/** Finds the reports in a TrueLink document: a bundle of components, or one report. */

export type Component = {
  /** `MergeCreditReports`, `TUCReportV6`, `EXPVantageScoreV6`, ...; null for a report without a bundle. */
  type: string | null
  /** The bureau of a single-bureau component. */
  bureau: Bureau | null
  content: TreeNode
}

type BundleAnswer = { error: string | null; message: string | null }

export type Bundle = { reports: Component[]; scores: Component[]; isMerged: boolean } & BundleAnswer

const search = (tree: Tree, key: string): Tree | undefined => findHolder(tree, key)?.get(key)

const bureauOfType = (type: string | null): Bureau | null =>
  parseBureau(/^(TUC|EXP|EQF|EFX)/.exec(type ?? '')?.[0] ?? null)

const componentsOf = (bundle: Tree): Component[] =>
  asList(get(bundle, 'BundleComponent') ?? bundle).map(content => {
    const type = parseText(rawText(content, 'Type'))
    return { type, bureau: bureauOfType(type), content }
  })

/**
 * The schema calls the element `TrueLinkCreditReport` and its type `TrueLinkCreditReportType`; senders write
 * either.
 */
const reportKeys = ['TrueLinkCreditReportType', 'TrueLinkCreditReport', 'trueLinkCreditReportType'] as const

const inner = (component: Component, ...keys: readonly string[]): Component[] =>
  keys.flatMap(key => asList(get(component.content, key))).map(content => ({ ...component, content }))

const wordsOf = (said: Tree | undefined): string | null => {
  const parts = ['Message', 'message', 'Text', 'text', 'Name'].map(key => rawText(said, key))
  return parseFreeText(parts.find(Boolean) ?? rawText(said, 'Code', 'description') ?? rawText(said))
}

/** A sender's error with its message. */
const saidIn = (tree: Tree): BundleAnswer => ({
  error: wordsOf(search(tree, 'ErrorResponse') ?? search(tree, 'Error')),
  message: wordsOf(search(tree, 'Message')),
})

/** Parts that identify a report without its own element. */
const parts = ['TradeLinePartition', 'InquiryPartition', 'PulblicRecordPartition', 'PublicRecordPartition']

const identifying = ['BundleComponents', 'BundleComponent', ...reportKeys, ...parts]

const single = (content: TreeNode, said: BundleAnswer): Bundle => ({
  reports: [{ type: null, bureau: null, content }],
  scores: [],
  isMerged: true,
  ...said,
})

/**
 * The reports to read. In a bundle only `MergeCreditReports` is read, which covers all bureaus; without it each
 * bureau's own report is read. null: not a TrueLink document.
 */
export const findBundle = (tree: Tree): Bundle | null => {
  // A single search for documents of other formats.
  if (findNearest(tree, node => identifying.some(key => node.has(key))) === undefined) return null
  const said = saidIn(tree)
  const bundle = search(tree, 'BundleComponents') ?? search(tree, 'BundleComponent')
  if (bundle !== undefined) {
    const components = componentsOf(bundle)
    const reports = components.flatMap(one => inner(one, ...reportKeys))
    const merged = reports.filter(one => one.type === 'MergeCreditReports' && one.content.size > 0)
    const scores = components.flatMap(one => inner(one, 'CreditScoreType'))
    return {
      reports: merged.length > 0 ? merged.slice(0, 1) : reports,
      scores,
      isMerged: merged.length > 0,
      ...said,
    }
  }
  const [report] = reportKeys.flatMap(key => asList(search(tree, key)))
  const content = report ?? parts.map(part => findHolder(tree, part)).find(Boolean)
  return content === undefined ? null : single(content, said)
}
