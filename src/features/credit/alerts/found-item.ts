import type { Finding, Subject } from '#features/findings/finding.ts'
import { isIdentityTheftPattern } from '#features/findings/most-urgent.ts'
import { showList } from '#values/list.ts'
import type { Basis, MainAlert } from '../contract.ts'
import { recordBasis } from '../factors/derogatory-marks.ts'
import { inquiryBasis } from '../factors/hard-inquiries.ts'
import type { CreditFacts } from '../facts.ts'
import { accountBasis, accountName, count, rowLocation } from '../wording.ts'

/** The rows of the things that findings are about, each with what was found there. */
const rowsOf = ({ accounts, inquiries, records }: CreditFacts, findings: readonly Finding[]) => ({
  accounts: findings.flatMap(finding => {
    const { subject, bureaus } = finding
    return subject.kind === 'account'
      ? accounts
          .filter(({ id }) => id === subject.id)
          .flatMap(({ rows }) => rows)
          .filter(row => bureaus.includes(row.bureau))
          .map(row => ({ row, finding }))
      : []
  }),
  inquiries: findings.flatMap(({ subject }) =>
    subject.kind === 'inquiry' ? inquiries.filter(({ id }) => id === subject.id) : [],
  ),
  records: findings.flatMap(({ subject }) =>
    subject.kind === 'record' ? records.filter(({ id }) => id === subject.id) : [],
  ),
})

/** The wizard of its kind; of a public record, which has none, the bureau. */
const ways: Readonly<Record<Subject['kind'], string>> = {
  account: 'start an account dispute',
  inquiry: 'start an inquiry dispute',
  personal: 'start a personal info dispute',
  record: 'write to the bureau',
}

const kindOf = (found: Finding): MainAlert['kind'] => {
  if (isIdentityTheftPattern(found)) return 'identity_theft'
  return found.verdict === 'impossible' ? 'impossible_item' : 'to_check'
}

/**
 * A finding as the main alert: what the finder says, where to look, and the way to dispute it, should it be wrong. The
 * bureau must follow reasonable procedures for maximum possible accuracy (15 USC 1681e(b)) and reinvestigate what the
 * consumer disputes (15 USC 1681i(a)). `findings` are those of the same shown report; beside an entry that cannot be true
 * the others like it are counted.
 */
export const findingAlert = (facts: CreditFacts, found: Finding, findings: readonly Finding[]): MainAlert => {
  const own = rowsOf(facts, [found])
  const alike =
    found.verdict === 'impossible'
      ? findings.filter(one => one !== found && one.verdict === 'impossible')
      : []
  const told = new Set(own.accounts.map(({ row }) => row))
  const others = rowsOf(facts, alike).accounts.filter(({ row }) => !told.has(row))
  const [first] = own.accounts
  const what = first
    ? `${accountName(first.row, facts)} ${rowLocation(first.row)}`
    : `it at ${showList(found.bureaus)}`
  const more = new Set(others.map(({ row }) => row)).size
  const basis: Basis[] = [
    ...[...own.accounts, ...others].map(({ row, finding }) => accountBasis(row, facts, finding.title)),
    ...own.inquiries.map(inquiryBasis),
    ...own.records.map(recordBasis),
  ]
  return {
    kind: kindOf(found),
    title: found.title,
    recommendation: `Check ${what}. If it is wrong, ${ways[found.subject.kind]}.`,
    explanation: `${found.explanation}${
      more > 0
        ? ` ${count(more, 'other account entry', 'other account entries')} of this report ${more === 1 ? 'does' : 'do'} not add up either.`
        : ''
    }`,
    ...(basis.length > 0 ? { basis } : {}),
    findingId: found.id,
  }
}
