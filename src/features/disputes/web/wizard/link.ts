import { type Bureau, isBureau, sortBureaus } from '#values/bureau.ts'
import type { DisputableItem } from './disputable-item.ts'
import { type Answers, type Choice, emptyChoice } from './wizard.ts'

/**
 * The parameters of a wizard's address, each a comma-separated list: findings, rows of the report, and bureaus for those
 * rows.
 */
export type WizardLink = {
  found?: string | undefined
  items?: string | undefined
  bureaus?: string | undefined
}

/** An item that the user came for, and the bureaus in the link for it; none if the wizard asks. */
export type LinkedItem = { key: string; bureaus: readonly Bureau[]; isHandled: boolean }

const namesIn = (text: string | undefined): string[] => (text ?? '').split(',').filter(name => name !== '')

/**
 * The items in a link. A finding includes its bureaus; a row of the report includes its bureau, if it has only one and
 * the link names no others.
 */
export const linkedItems = (
  { found, items, bureaus }: WizardLink,
  all: readonly DisputableItem[],
): LinkedItem[] => {
  const [findingIds, rowIds, at] = [namesIn(found), namesIn(items), namesIn(bureaus).filter(isBureau)]
  return all.flatMap(item => {
    const findings = item.findings.filter(({ id }) => findingIds.includes(id))
    const rows = item.rows.filter(({ id }) => rowIds.includes(id))
    if (findings.length === 0 && rows.length === 0) return []
    const open = findings.filter(({ handled }) => !handled)
    const ofRows = at.length > 0 && rows.length > 0 ? at : onlyOne(rows.map(({ bureau }) => bureau))
    const named = [...open.flatMap(finding => finding.bureaus), ...ofRows]
    const offered = item.offered.map(({ bureau }) => bureau)
    return [
      {
        key: item.key,
        bureaus: sortBureaus(offered.length === 1 ? offered : named.filter(one => offered.includes(one))),
        isHandled: open.length === 0 && rows.length === 0,
      },
    ]
  })
}

const onlyOne = (some: readonly Bureau[]): readonly Bureau[] => (new Set(some).size === 1 ? some : [])

/**
 * The answers with the link's items selected: following the link means that the user chose them. Answers of an earlier
 * visit stay; an item that is in dispute or was answered is not selected again.
 */
export const withLinked = (answers: Answers, linked: readonly LinkedItem[]): Answers => {
  const chosen = linked
    .filter(({ isHandled }) => !isHandled)
    .map(({ key, bureaus }): Choice => {
      const before = answers.choices.find(choice => choice.key === key) ?? emptyChoice(key)
      return { ...before, bureaus: sortBureaus([...before.bureaus, ...bureaus]) }
    })
  const others = answers.choices.filter(({ key }) => chosen.every(choice => choice.key !== key))
  return { ...answers, choices: [...others, ...chosen] }
}

/**
 * The items of the same link that have no reason yet and allow the one chosen for `key`: several findings of one kind are
 * often wrong for the same reason. The user applies it with a button; no reason is ever preselected.
 */
export const linkedWithoutReason = (
  key: string,
  reason: string,
  {
    linked,
    choices,
    all,
    today,
  }: {
    linked: readonly LinkedItem[]
    choices: readonly Choice[]
    all: readonly DisputableItem[]
    today: string
  },
): string[] => {
  const isLinked = (one: string) => linked.some(item => item.key === one)
  if (!isLinked(key)) return []
  return choices.flatMap(choice => {
    if (choice.key === key || choice.reason !== null || !isLinked(choice.key)) return []
    const options = all.find(item => item.key === choice.key)?.listOptions(choice.bureaus, today) ?? []
    return options.some(({ value }) => value === reason) ? [choice.key] : []
  })
}
