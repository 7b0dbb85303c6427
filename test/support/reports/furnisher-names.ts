import type { Bureau } from '#values/bureau.ts'

/**
 * Furnishers with their subscriber name at each bureau, as printed in reports. The two halves of the furnished accounts
 * share none, so that names in the sealed half were never seen while the matcher was changed.
 */

const furnisherKinds = [
  'card',
  'charge card',
  'store card',
  'auto',
  'mortgage',
  'home equity',
  'personal loan',
  'pay in parts',
  'student',
  'collector',
] as const
export type FurnisherKind = (typeof furnisherKinds)[number]

export type Furnisher = {
  kind: FurnisherKind
  names: Readonly<Record<Bureau, string>>
  /** The first digits of its account numbers, and their length. */
  begins: string
  length: number
}

const table = (lines: string): Furnisher[] =>
  lines
    .trim()
    .split('\n')
    .map(line => {
      const [name, begins = '', length, Equifax = '', Experian = '', TransUnion = ''] = line
        .split('|')
        .map(cell => cell.trim())
      const kind = furnisherKinds.find(one => one === name)
      if (kind === undefined) throw new Error(line)
      return { kind, begins, length: Number(length), names: { Equifax, Experian, TransUnion } }
    })

/** kind | first digits | length | Equifax | Experian | TransUnion */
export const developmentFurnishers = table(`
card          | 414720 | 16 | JPMCB CARD SERVICES            | JPMCB CARD               | JPMCB CARD SERVICES
card          | 517805 | 16 | CAPITAL ONE BANK USA NA        | CAPITAL ONE              | CAP ONE NA
card          | 601100 | 16 | DISCOVER BANK                  | DISCOVER BANK            | DISCOVERCARD
card          | 434256 | 16 | WELLS FARGO CARD SERVICES      | WELLS FARGO CARD SER     | WFBNA CARD
card          | 402400 | 16 | NAVY FEDERAL CREDIT UNION      | NAVY FEDERAL CR UNION    | NAVY FCU
card          | 544842 | 16 | FIRST PREMIER BANK             | FIRST PREMIER            | FST PREMIER
card          | 411600 | 16 | MISSION LANE TAB BANK          | MISSION LANE             | MISSION LANE/TAB BK
card          | 431307 | 16 | CEDAR VALLEY CREDIT UNION      | CEDAR VALLEY CU          | CEDAR VALLEY CR UN
charge card   | 3717   | 15 | AMERICAN EXPRESS               | AMEX                     | AMEX
store card    | 604578 | 16 | SYNCB/AMAZON PLCC              | SYNCB/AMAZON PLCC        | SYNCB/AMZN
store card    | 601918 | 16 | SYNCHRONY BANK/CARE CREDIT     | SYNCB/CARE CREDIT        | SYNCB/CARECR
store card    | 585637 | 16 | COMENITY BANK/VICTORIA         | COMENITYBANK/VICTORIA    | COMENITYBK/VICTORIASEC
store card    | 603532 | 16 | THD/CBNA                       | THD/CBNA                 | HOMEDEPOT/CBNA
store card    | 522000 | 16 | MACYS/CITIBANK NA              | MACYS/CBNA               | MACYS CBNA
auto          | 62     | 11 | ALLY FINANCIAL                 | ALLY FINANCIAL           | ALLY FINCL
auto          | 70     | 10 | TOYOTA MOTOR CREDIT CORP       | TOYOTA MOTOR CREDIT CO   | TOYOTA MTR
auto          | 10     | 13 | CAPITAL ONE AUTO FINANCE       | CAPITAL ONE AUTO FINAN   | CAP ONE AUTO
auto          | 44     | 12 | CEDAR VALLEY CREDIT UNION      | CEDAR VALLEY CU          | CEDAR VALLEY CR UN
auto          | 88     | 9  | WESTLAKE FINANCIAL SVCS        | WESTLAKE FINANCIAL SER   | WESTLAKE FIN
mortgage      | 06     | 10 | ROCKET MORTGAGE                | ROCKET MORTGAGE          | QUICKEN LOANS
mortgage      | 15     | 10 | MR COOPER                      | NATIONSTAR/MR COOPER     | NATIONSTAR MTG
mortgage      | 80     | 9  | TANAGER HOME LOANS LLC         | TANAGER HOME LOANS       | TANAGER HOME LNS
home equity   | 99     | 12 | FIFTH THIRD BANK               | FIFTH THIRD BANK         | 5/3 BANK NA
personal loan | 35     | 9  | UPSTART NETWORK INC            | UPSTART                  | UPSTART NETWORK
personal loan | 21     | 11 | ONEMAIN FINANCIAL              | ONEMAIN                  | ONEMAIN FIN
personal loan | 75     | 10 | CEDAR VALLEY CREDIT UNION      | CEDAR VALLEY CU          | CEDAR VALLEY CR UN
pay in parts  | 4A     | 12 | AFFIRM INC                     | AFFIRM INC               | AFFIRM
student       | 90     | 15 | DEPT OF EDUCATION/NELNET       | DEPT OF ED/NELNET        | DEPTEDNELNET
student       | 23     | 17 | AES/PHEAA                      | AES/PHEAA                | AES PHEAA
collector     | PR     | 12 | PORTFOLIO RECOVERY ASSOCIATES  | PORTFOLIO RECOV ASSOC    | PORTFOLIO RC
collector     | 85     | 10 | MIDLAND CREDIT MANAGEMENT INC  | MIDLAND CREDIT MANAGEM   | MIDLAND CRED
collector     | 30     | 9  | IC SYSTEM INC                  | I.C. SYSTEM INC          | IC SYSTEM
collector     | 17     | 8  | GARDNER CREEK RECOVERY LLC     | GARDNER CREEK RECOVERY   | GARDNER CRK RCVRY
`)

export const sealedFurnishers = table(`
card          | 542418 | 16 | CITICARDS CBNA                 | CITI                     | CITICARDS CBNA
card          | 440066 | 16 | BANK OF AMERICA                | BK OF AMER               | BK OF AMER
card          | 453800 | 16 | BARCLAYS BANK DELAWARE         | BARCLAYS BANK DELAWARE   | BRCLYSBANKDE
card          | 403784 | 16 | U.S. BANK NATIONAL ASSOCIATION | US BANK                  | US BK CACS
card          | 444796 | 16 | CREDIT ONE BANK NA             | CREDIT ONE BANK NA       | CREDITONEBNK
card          | 412061 | 16 | MERRICK BANK CORP              | MERRICK BANK             | MERRICK BK
card          | 460231 | 16 | PENTAGON FEDERAL CREDIT UNION  | PENTAGON FEDERAL CR UN   | PENFED CU
card          | 489000 | 16 | OTTER LAKE COMMUNITY BANK      | OTTER LAKE COMMUNITY B   | OTTER LAKE COMM BK
charge card   | 3725   | 15 | AMERICAN EXPRESS CENTURION     | AMERICAN EXPRESS         | AMEX
store card    | 600649 | 16 | SYNCB/LOWES                    | SYNCB/LOWES              | SYNCB/LOWE
store card    | 603459 | 16 | SYNCB/WALMART DC               | SYNCB/WALMART            | SYNCB/WALM
store card    | 585975 | 16 | COMENITY CAPITAL/ULTAMC        | COMENITYCB/ULTAMC        | CCB/ULTAMC
store card    | 435237 | 16 | TD BANK USA/TARGET CREDIT      | TD BANK USA/TARGETCRED   | TD BANK USA/TARGETCRE
store card    | 639305 | 16 | KOHLS/CAPITAL ONE              | KOHLS/CAPONE             | KOHLS/CAPONE
auto          | 11     | 10 | SANTANDER CONSUMER USA         | SANTANDER CONSUMER USA   | SANTANDER CONS
auto          | 40     | 11 | AMERICAN HONDA FINANCE         | AMERICAN HONDA FINANCE   | AMER HONDA FIN
auto          | 53     | 10 | FORD MOTOR CREDIT COMPANY      | FORD MOTOR CREDIT CO     | FORD CRED
auto          | 61     | 12 | OTTER LAKE COMMUNITY BANK      | OTTER LAKE COMMUNITY B   | OTTER LAKE COMM BK
auto          | 26     | 12 | CARMAX AUTO FINANCE            | CARMAX AUTO FINANCE      | CARMAX AUTO
mortgage      | 05     | 10 | PENNYMAC LOAN SERVICES LLC     | PENNYMAC LOAN SERVICES   | PENNYMAC
mortgage      | 47     | 13 | WELLS FARGO HOME MORTGAGE      | WELLS FARGO HM MORTGAG   | WFHM
mortgage      | 33     | 10 | LARKSPUR MORTGAGE COMPANY      | LARKSPUR MORTGAGE CO     | LARKSPUR MTG
home equity   | 68     | 14 | PNC BANK NATIONAL ASSOCIATION  | PNC BANK NA              | PNC BANK
personal loan | 44     | 9  | LENDING CLUB CORP              | LENDING CLUB             | LENDCLUB BNK
personal loan | 18     | 8  | SOFI LENDING CORP              | SOFI LENDING             | SOFI
personal loan | 59     | 11 | OTTER LAKE COMMUNITY BANK      | OTTER LAKE COMMUNITY B   | OTTER LAKE COMM BK
pay in parts  | KL     | 12 | KLARNA INC                     | KLARNA INC               | KLARNA
student       | 95     | 15 | MOHELA/DEPT OF ED              | MOHELA/DOFED             | MOHELA
student       | 99     | 17 | SALLIE MAE BANK                | SALLIE MAE BANK          | SLM BANK
collector     | LV     | 12 | LVNV FUNDING LLC               | LVNV FUNDING LLC         | LVNV FUNDING
collector     | 66     | 10 | JEFFERSON CAPITAL SYSTEMS LLC  | JEFFERSON CAPITAL SYST   | JEFFERSON CAP
collector     | 42     | 9  | CREDIT COLLECTION SERVICES     | CREDIT COLLECTION SERV   | CREDIT COLL
collector     | 70     | 8  | BRIAR HOLLOW ADJUSTMENT CO     | BRIAR HOLLOW ADJUSTMEN   | BRIAR HOLLOW ADJ
`)
