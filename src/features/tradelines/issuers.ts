import { creditorKey, parseCreditor } from '#features/reports/creditor.ts'

/**
 * Finds the bank of an account. Suppliers accept no client of the same bank, and reports name the store
 * (SYNCB/AMAZON) or a product (DISCOVER PERSONAL LOANS) in addition to or instead of the bank.
 */

/**
 * Banks, and other names under which their accounts are reported; further spellings are in creditor-names.ts.
 * Sources: guides of Experian and Credit Karma to unfamiliar names on reports (`AMEX DSNB`, `THD/CBNA`) and
 * public sample reports; no official list exists. Verify with FDIC BankFind.
 */
const banks = `
AMERICAN EXPRESS: AMEX
BANK OF AMERICA: BANK OF AMERICA
BARCLAYS: BARCLAYS
CAPITAL ONE: CAPITAL ONE, CAPITAL ONE AUTO
CHASE: CHASE, CHASE MORTGAGE
CITI: CITI, DSNB, DEPARTMENT STORES NATIONAL BANK, AMEX DSNB
COMENITY: COMENITY, BREAD FINANCIAL
CREDIT ONE: CREDIT ONE
DISCOVER: DISCOVER
FIFTH THIRD: FIFTH THIRD
FIRST NATIONAL OMAHA: FNBO
FIRST PREMIER: FIRST PREMIER
GOLDMAN SACHS: GOLDMAN SACHS, GS BANK, MARCUS
NAVY FEDERAL: NAVY FEDERAL
PENFED: PENFED
SYNCHRONY: SYNCHRONY
TD BANK: TD, TD BANK, TDBANKUSA
TRUIST: TRUIST
US BANK: US BANK
USAA: USAA
WELLS FARGO: WELLS FARGO, WELLS FARGO AUTO, WELLS FARGO MORTGAGE
`

/**
 * Stores whose cards one bank issues, for reports that name only the store. Stores that several banks serve,
 * or that changed banks recently (Amazon, Walmart, Gap), are left out. Verify with the store's card page.
 */
const stores = `
CAPITAL ONE: KOHLS
CITI: MACYS, BLOOMINGDALES, HOME DEPOT, BEST BUY, COSTCO
COMENITY: VICTORIAS SECRET
SYNCHRONY: CARE CREDIT, CARECREDIT, LOWES, SAMS CLUB, JC PENNEY
TD BANK: TARGET, NORDSTROM
`

const byName = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table
      .trim()
      .split('\n')
      .flatMap(line => {
        const [bank = '', names = ''] = line.split(': ')
        return names.split(', ').map(name => [creditorKey(name), bank] as const)
      }),
  )

const bankNames = byName(banks)
const storeNames = byName(stores)

/** Words that follow a bank's name when a report or a supplier names the product. */
const products: ReadonlySet<string> = new Set(
  `AUTO BUS BUSINESS CARDMEMBER CASH CONSUMER CREDIT DEALER DELAWARE DOUBLE EQUITY EVERYDAY FREEDOM GOLD HELOC HL HOME IT LEASE LINE
  MASTERCARD MC MORTGAGE PERSONAL PLATINUM PLCC PREFERRED QUICKSILVER RETAIL REWARDS SAPPHIRE SAVOR SIGNATURE SLATE STUDENT
  UNLIMITED VENTURE VISA`.split(/\s+/),
)

/** The bank named by the first words, followed only by product words. */
const issuerOfWords = (words: readonly string[], names: ReadonlyMap<string, string>): string | undefined => {
  for (let length = words.length; length > 0; length -= 1) {
    const issuer = names.get(words.slice(0, length).join(''))
    if (issuer !== undefined)
      return words.slice(length).every(word => products.has(word)) ? issuer : undefined
  }
  return undefined
}

/** The banks in a creditor's name, otherwise the bank of its store; empty for an unknown name. */
export const findIssuers = (name: string): string[] => {
  const parts = parseCreditor(name)
  const named = (names: ReadonlyMap<string, string>) => [
    ...new Set(parts.map(({ words }) => issuerOfWords(words, names)).filter(issuer => issuer !== undefined)),
  ]
  const found = named(bankNames)
  return found.length > 0 ? found : named(storeNames)
}
