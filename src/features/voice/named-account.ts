import type { Facts, MatchedAccount } from '#features/credit/facts.ts'
import { plainWords } from './plain-words.ts'

/** Words of company names that name no company. */
const general = new Set(
  'bank banks card cards credit creditor union federal national american auto finance financial loan loans mortgage services service corp company trust group student store first city capital home line lending recovery collections collection solutions associates mobile wireless'.split(
    ' ',
  ),
)

const distinctive = (name: string): string[] =>
  plainWords(name).filter(word => word.length >= 4 && !general.has(word))

/** The accounts whose creditor a question names, by the first word of the name that is no everyday word of banking. */
export const accountsNamed = (words: readonly string[], { accounts }: Facts): MatchedAccount[] => {
  const said = new Set(words)
  return accounts.filter(({ rows }) =>
    rows.some(row => {
      const [first] = distinctive(row.creditorName)
      return first !== undefined && said.has(first)
    }),
  )
}
