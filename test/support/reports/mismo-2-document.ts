/** Small MISMO 2 documents for tests: one borrower, one file, one row, all invented. */

/** The borrower of the order. */
export const borrower =
  '<BORROWER BorrowerID="B1" _FirstName="ADA" _LastName="QUILL" _SSN="666102041" _PrintPositionType="Borrower"/>'
/** What Equifax returned. */
export const file =
  '<CREDIT_FILE CreditFileID="F1" BorrowerID="B1" CreditRepositorySourceType="Equifax" _ResultStatusType="FileReturned"><_BORROWER _FirstName="ADA" _LastName="QUILL" _SSN="666102041"/></CREDIT_FILE>'
/** A card; tests can add content and attributes. */
export const row = (inner = '', attributes = '') =>
  `<CREDIT_LIABILITY CreditLiabilityID="L1" BorrowerID="B1" CreditFileID="F1" _AccountIdentifier="44001234" _AccountOpenedDate="2020-01-02" _AccountType="Revolving" _AccountStatusType="Open" _AccountReportedDate="2026-09" _UnpaidBalanceAmount="120" ${attributes}><_CREDITOR _Name="ROWAN"/>${inner}</CREDIT_LIABILITY>`
/** The bureaus of a row. */
export const at = (...bureaus: readonly string[]) =>
  bureaus.map(bureau => `<CREDIT_REPOSITORY _SourceType="${bureau}"/>`).join('')
/** A response of the given parts. */
export const response = (
  inner: string,
  attributes = 'MISMOVersionID="2.4" CreditReportFirstIssuedDate="2026-10-05"',
) => `<CREDIT_RESPONSE ${attributes}>${inner}</CREDIT_RESPONSE>`
/** The smallest complete report. */
export const plain = response(borrower + row(at('Equifax')) + file)
