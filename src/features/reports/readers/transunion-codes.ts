/** TransUnion's account types and remarks, which TrueLink reports carry for TransUnion rows. Data only. */

/** TransUnion account (loan) types; GrantedTrade.AccountType. */
const loanTypes: Readonly<Record<string, string>> = {
  AG: 'Collection or attorney',
  AL: 'Auto lease',
  AU: 'Auto loan',
  BC: 'Business credit card',
  CC: 'Credit card',
  CH: 'Charge account',
  CU: 'Telecommunications',
  CV: 'Conventional mortgage',
  DC: 'Debit card',
  FR: 'FHA mortgage',
  FX: 'Flexible spending credit card',
  HE: 'Home equity loan',
  HI: 'Home improvement loan',
  IS: 'Installment sales contract',
  LC: 'Line of credit',
  LE: 'Lease',
  MB: 'Manufactured housing',
  MD: 'Medical debt',
  NT: 'Note loan',
  RC: 'Returned check',
  RD: 'Recreational vehicle loan',
  RE: 'Real estate',
  RL: 'Rental agreement',
  SC: 'Secured credit card',
  SM: 'Second mortgage',
  ST: 'Student loan',
  TS: 'Time-shared loan',
  UC: 'Utility company',
  US: 'Unsecured loan',
  VM: 'VA mortgage',
}

/** TransUnion remark codes; TrueLink writes them `T00` and the code. */
const remarks: Readonly<Record<string, string>> = {
  ACR: 'Account closed due to refinance',
  CBC: 'Account closed by consumer',
  CBG: 'Account closed by credit grantor',
  CBL: 'Chapter 7 bankruptcy',
  CLA: 'Placed for collection',
  CLO: 'Account closed',
  PCL: 'Paid collection',
  PDE: 'Payment deferred',
  PRL: 'Profit and loss write-off',
  SLP: 'Student loan permanently assigned to government',
  TRF: 'Transferred',
  TRL: 'Transferred to another lender',
}

const lookUp = (table: Readonly<Record<string, string>>, code: string): string | null =>
  Object.hasOwn(table, code) ? (table[code] ?? null) : null

/** The words of a TransUnion loan type; null when unknown. */
export const loanTypeOf = (code: string | null): string | null =>
  code === null ? null : lookUp(loanTypes, code)

/** The words of a TrueLink remark symbol of a TransUnion row; null when unknown. */
export const remarkOf = (symbol: string | null): string | null =>
  symbol?.startsWith('T00') ? lookUp(remarks, symbol.slice(3)) : null
