/**
 * Creditors of the labeled accounts with their spellings at several bureaus. Collected from reports,
 * independently of the matcher's own table, so that it has to handle unknown spellings.
 */

export type CreditorKind = 'card' | 'store' | 'auto' | 'mortgage' | 'loan' | 'student' | 'collection' | 'line'

export type LabeledCreditor = {
  kind: CreditorKind
  spellings: readonly [string, ...string[]]
  /** The first six digits of its cards. */
  issuer?: string
}

const of = (
  kind: CreditorKind,
  spellings: readonly [string, ...string[]],
  issuer?: string,
): LabeledCreditor => ({
  kind,
  spellings,
  ...(issuer && { issuer }),
})

export const nationalCreditors: readonly [LabeledCreditor, ...LabeledCreditor[]] = [
  of('card', ['CAPITAL ONE', 'CAP ONE', 'CAPITAL ONE BANK USA NA', 'CAPITAL ONE BANK (USA) N.A'], '414709'),
  of('card', ['JPMCB CARD', 'CHASE CARD', 'JPMCB CARD SERVICES', 'CHASE BANK USA NA'], '426684'),
  of('card', ['DISCOVER BANK', 'DISCOVERCARD', 'DISCOVER FIN SVCS LLC', 'DISCOVER FINANCIAL SVC'], '601100'),
  of('card', ['CITI', 'CBNA', 'CITIBANK NA', 'CITICARDS CBNA'], '542418'),
  of('card', ['AMEX', 'AMERICAN EXPRESS', 'AMERICAN EXPRESS NATIONAL', 'AMERICAN EXPRES'], '371234'),
  of('card', ['BK OF AMER', 'BANK OF AMERICA', 'BANK OF AMERICA, N.A.', 'BANK OF AMERICA NA'], '440066'),
  of('card', ['WF CRD SVC', 'WELLS FARGO CARD SERVICES', 'WELLS FARGO BANK CARD'], '446542'),
  of('card', ['BRCLYSBANKDE', 'BARCLAYS BANK DELAWARE', 'BARCLAYS BANK DE'], '511786'),
  of('card', ['CREDITONEBNK', 'CREDIT ONE BANK', 'CREDIT ONE BANK NA'], '444796'),
  of('card', ['FST PREMIER', 'FIRST PREMIER BANK', '1ST PREMIER BK'], '517800'),
  of('card', ['MERRICK BK', 'MERRICK BANK CORP', 'MERRICK BANK CORPORATION'], '412061'),
  of('card', ['US BANK', 'US BK CACS', 'U S BANK', 'US BANK NATIONAL ASSOC'], '403784'),
  of('card', ['PENFED', 'PENTAGON FCU', 'PENTAGON FEDERAL CR UN', 'PENTAGON FEDERAL CREDIT UNION'], '460231'),
  of('card', ['NAVY FCU', 'NAVY FEDERAL CR UNION', 'NFCU', 'NAVY FEDERAL CREDIT UNION'], '400022'),
  of('store', ['SYNCB/AMAZON', 'SYNCB/AMAZON PLCC', 'SYNCHRONY BANK/AMAZON', 'AMAZON/SYNCB'], '604578'),
  of('store', ['SYNCB/LOWES', 'SYNCB/LOWE', "LOWE'S/SYNCB", 'SYNCHRONY BANK/LOWES'], '798192'),
  of('store', ['SYNCB/JCP', 'SYNCB/JC PENNEYS', 'SYNCB/JCPENNEY', 'SYNCHRONY BANK/ JC PENNEY'], '600889'),
  of('store', ['SYNCB/SAMS', "SYNCB/SAM'S CLUB", 'SYNCB/SAMS CLUB DC'], '521331'),
  of('store', ['COMENITYBANK/VICTORIA', 'COMENITY BANK/VCTRSSEC', 'COMENITYBANK/VICTORIASSECR'], '585637'),
  of(
    'store',
    ['COMENITYCB/ULTA', 'COMENITYCAPITAL/ULTA', 'CCB/ULTA', 'COMENITY CAPITAL BANK/ULTA'],
    '578097',
  ),
  of('store', ['THD/CBNA', 'HOME DEPOT/CBNA', 'THE HOME DEPOT/CBNA', 'CBNA/THD'], '603532'),
  of('store', ['BBY/CBNA', 'BEST BUY/CBNA', 'CBNA/BEST BUY'], '700645'),
  of('store', ['KOHLS/CAPONE', 'KOHLS/CAPITAL ONE', 'CAPITAL ONE/KOHLS'], '639305'),
  of('store', ['MCYDSNB', "MACY'S/DSNB", 'DSNB MACYS', 'MACYS/CBNA'], '430013'),
  of(
    'store',
    ['TD BANK USA/TARGETCRED', 'TARGET/TD', 'TDBANKUSA/TARGETCREDIT', 'TD BANK USA/TARGET CREDIT'],
    '585975',
  ),
  of('auto', ['CAP ONE AUTO', 'CAPITAL ONE AUTO FINANCE', 'CAPITAL ONE AUTO FINAN', 'COAF']),
  of('auto', ['ALLY FINCL', 'ALLY FINANCIAL', 'ALLY FINAN I', 'ALLY FINANCIAL INC']),
  of('auto', ['TOYOTA MTR', 'TOYOTA MOTOR CREDIT CO', 'TOYOTA MOTOR CREDIT CORP', 'TMCC']),
  of('auto', ['AMER HONDA', 'AMERICAN HONDA FINANCE', 'AMERICAN HONDA FIN CO']),
  of('auto', ['GM FINANCIAL', 'AMERICREDIT/GM FINANCIAL', 'GMF']),
  of('auto', ['SANTANDER', 'SANTANDER CONSUMER USA', 'SANTANDER CONSUMER USA INC']),
  of('auto', ['FORD CRED', 'FORD MOTOR CREDIT COMP', 'FORD MOTOR CREDIT CO', 'FMCC']),
  of('auto', ['WFDS', 'WELLS FARGO DEALER SVC', 'WELLS FARGO AUTO']),
  of('auto', ['CHRYSLR FIN', 'CHRYSLER FINANCIAL', 'CHRYSLER FINANCIAL COR']),
  of('mortgage', ['QUICKEN LOANS', 'ROCKET MORTGAGE', 'ROCKET MORTGAGE LLC', 'QUICKEN LOANS INC']),
  of('mortgage', [
    'NATIONSTAR/MR COOPER',
    'MR. COOPER',
    'NATIONSTAR MORTGAGE LL',
    'NATIONSTAR DBA MR COOPER',
  ]),
  of('mortgage', ['WFHM', 'WELLS FARGO HM MORTGAG', 'WELLS FARGO HOME MTG']),
  of('mortgage', ['FREEDOM MTG', 'FREEDOM MORTGAGE CORP', 'FREEDOM MORTGAGE CORPORATION']),
  of('mortgage', ['JPMCB HOME', 'CHASE MORTGAGE', 'JPMORGAN CHASE BK HOME']),
  of('mortgage', ['LAKEVIEW LN SRV', 'LAKEVIEW LOAN SVCG', 'LAKEVIEW LOAN SERVICIN']),
  of('mortgage', ['SELECT PORTFOLIO SVCIN', 'SPS', 'SELECT PORTFOLIO SERVICING INC']),
  of('loan', ['ONEMAIN', 'ONEMAIN FINANCIAL', 'ONEMAIN FINANCIAL GROU']),
  of('loan', ['LENDCLUB BNK', 'LENDINGCLUB BANK', 'LENDING CLUB CORP']),
  of('loan', ['UPSTART', 'UPSTART/FINWISE BANK', 'UPSTART NETWORK INC']),
  of('loan', ['AFFIRM INC', 'AFFIRM', 'AFFIRM INC/CROSS RIVER']),
  of('loan', ['BB & T', 'BB&T', 'TRUIST BANK', 'TRUIST']),
  of('loan', ['5/3 BANK NA', 'FIFTH THIRD BANK', 'FIFTH THIRD']),
  of('line', ['PNC BANK', 'PNC BANK NA', 'PNC BANK, N.A.']),
  of('line', ['HUNTINGTON', 'HUNTINGTON NATIONAL BK', 'HUNTINGTON NATL BANK']),
  of('student', ['DEPTEDNELNET', 'DEPT OF ED/NELNET', 'US DEPT OF ED/NELNET', 'DEPT OF EDUCATION/NELN']),
  of('student', ['DPTEDAIDVN', 'AIDVANTAGE/DEPT OF ED', 'DEPT OF ED/AIDVANTAGE', 'DEPT OF EDUCATION/AIDV']),
  of('student', ['MOHELA/DOFED', 'DEPT OF ED/MOHELA', 'MOHELA/DEPT OF ED']),
  of('student', ['AES/NCT', 'AES/NATIONAL COLLEGIATE', 'AMERICAN EDUCATION SVCS/NCT']),
  of('student', ['US DEP ED', 'US DEPT OF EDUCATION', 'U.S. DEPT OF ED', 'US DEPARTMENT OF EDUCATION']),
  of('student', ['NAVIENT', 'NAVIENT SOLUTIONS INC', 'NAVIENT SOLUTIONS']),
  of('collection', ['LVNV FUNDG', 'LVNV FUNDING LLC', 'LVNV FUNDING']),
  of('collection', ['PORTFOLIO RC', 'PORTFOLIO RECOV ASSOC', 'PORTFOLIO RECOVERY ASSOCIATES LLC']),
  of('collection', [
    'MIDLAND CRED',
    'MIDLAND CREDIT MANAGEM',
    'MIDLAND CREDIT MGMT INC',
    'MIDLAND FUNDING LLC',
  ]),
  of('collection', ['JEFFERSON CAPITAL SYST', 'JEFFCAPSYS', 'JEFFERSON CAPITAL SYSTEMS LLC']),
  of('collection', ['CREDIT COLL', 'CREDIT COLLECTION SERVICES', 'CREDIT COLLECTION SVC']),
]

/** Words in the names of local banks and credit unions. */
export const towns = [
  'RIVERTON',
  'OAKDALE',
  'BRIGHTWATER',
  'CEDAR FALLS',
  'MILLBROOK',
  'HARRISON COUNTY',
] as const
export const houses = [
  'COMMUNITY FEDERAL CREDIT UNION',
  'SAVINGS BANK',
  'NATIONAL BANK',
  'TEACHERS CREDIT UNION',
  'MOTOR ACCEPTANCE CORPORATION',
  'FINANCE COMPANY',
] as const

/** Abbreviations that bureaus use. */
export const shortWords: Readonly<Record<string, string>> = {
  COMMUNITY: 'CMNTY',
  FEDERAL: 'FED',
  CREDIT: 'CR',
  UNION: 'UN',
  SAVINGS: 'SVGS',
  BANK: 'BK',
  NATIONAL: 'NATL',
  MOTOR: 'MTR',
  ACCEPTANCE: 'ACCEPT',
  CORPORATION: 'CORP',
  FINANCE: 'FIN',
  COMPANY: 'CO',
  COUNTY: 'CTY',
}
