import { bureaus, isBureau } from '#values/bureau.ts'
import type { BureauAddress } from '../envelope.ts'
import type { FreezeContact } from '../freeze-rules.ts'

/** Reporting agencies in addition to the three bureaus whose files can be frozen, and how to reach each. */

export const specialtyAgencies = ['ChexSystems', 'Innovis', 'NCTUE', 'LexisNexis', 'The Work Number'] as const
export type SpecialtyAgency = (typeof specialtyAgencies)[number]

/** All agencies at which a freeze can be recorded, in display order. */
export const freezeAgencies = [...bureaus, ...specialtyAgencies] as const
export type FreezeAgency = (typeof freezeAgencies)[number]

export const isSpecialtyAgency = (agency: FreezeAgency): agency is SpecialtyAgency => !isBureau(agency)

type SpecialtyAgencyEntry = {
  /** What its files contain and who requests them, as the rest of "It holds ...". */
  holds: string
  /** The basis of a freeze there, according to the agency's own page: 15 USC 1681c-1(i) binds only the three bureaus. */
  basis: string
  contact: FreezeContact
  /** Its mailing address for freeze requests; null if no source states one. */
  address: BureauAddress | null
}

/**
 * The pages in `source` could only be read in part. The addresses, and the telephone numbers of NCTUE and LexisNexis, are
 * from two public lists of freeze addresses, one checked in October 2026, which agree with each other and name these
 * pages as their source.
 */
export const specialtyAgencyTable: Readonly<Record<SpecialtyAgency, SpecialtyAgencyEntry>> = {
  ChexSystems: {
    holds:
      'checking and savings accounts that were closed with money owed, and who asked about you. Banks ask for it before they open an account.',
    basis: 'ChexSystems says that everyone who lives in the United States can freeze their file.',
    contact: {
      web: 'https://www.chexsystems.com/security-freeze/information',
      phone: '+18008877652',
      source:
        'https://www.chexsystems.com/web/chexsystems/consumerdebit/otherpage/PINInformation/!ut/p/z0/04_Sj9CPykssy0xPLMnMz0vMAfIjo8zizQIsPN2NLAx8DDyc3AwcXYPMnM28_YwsnM31C7IdFQHlG_NS/',
      checkedOn: '2026-11-23',
    },
    address: {
      lines: ['Chex Systems, Inc. Security Freeze Dept.', 'P.O. Box 583399', 'Minneapolis, MN 55458'],
      source: 'https://www.chexsystems.com/security-freeze/place-freeze',
      checkedOn: '2026-11-23',
    },
  },
  Innovis: {
    holds: 'a credit file like those of the three bureaus. Some lenders and phone companies ask for it.',
    basis: 'Innovis takes freezes and charges nothing for them.',
    contact: {
      web: 'https://www.innovis.com/personal/lc_securityFreeze',
      phone: '+18005402505',
      source:
        'http://igrow.org/healthy-families/family-and-personal-finance/credit-freeze-information-in-the-wake-of-the-equifax-hack/',
      checkedOn: '2026-11-23',
    },
    address: {
      lines: ['Innovis Consumer Assistance', 'P.O. Box 530088', 'Atlanta, GA 30353-0088'],
      source: 'https://www.innovis.com/personal/securityFreeze',
      checkedOn: '2026-11-23',
    },
  },
  NCTUE: {
    holds:
      'phone, pay TV and utility accounts, also unpaid ones. Companies of these kinds ask for it before they start service.',
    basis: 'NCTUE takes freezes under state law or its own voluntary program, and never charges for them.',
    contact: {
      web: 'https://nctue.com/consumer/',
      phone: '+18663495355',
      source: 'https://www.exchangeservicecenter.com/Freeze/jsp/SFF_GeneralInfo.jsp',
      checkedOn: '2026-11-23',
    },
    address: {
      lines: ['Exchange Service Center - NCTUE', 'P.O. Box 105561', 'Atlanta, GA 30348'],
      source: 'https://nctue.com/consumer/',
      checkedOn: '2026-11-23',
    },
  },
  LexisNexis: {
    holds:
      'public records and details that identify you, and SageStream credit reports. Lenders and insurers ask for it.',
    basis:
      'LexisNexis Risk Solutions takes freezes under state law and charges nothing for them. Your state decides which requests a freeze blocks.',
    contact: {
      web: 'https://consumer.risk.lexisnexis.com/freeze',
      phone: '+18004561244',
      source: 'https://consumer.risk.lexisnexis.com/freeze',
      checkedOn: '2026-11-23',
    },
    address: {
      lines: ['LexisNexis Risk Solutions', 'P.O. Box 105108', 'Atlanta, GA 30348-5108'],
      source: 'https://consumer.risk.lexisnexis.com/freeze',
      checkedOn: '2026-11-23',
    },
  },
  'The Work Number': {
    holds:
      'your employers and what they paid you, as they report it to Equifax Workforce Solutions. Lenders, landlords and employers ask for it.',
    basis: 'The Work Number offers a data freeze on its own page.',
    contact: {
      web: 'https://employees.theworknumber.com/employee-data-freeze',
      phone: '+18003672884',
      source: 'https://employees.theworknumber.com/faq',
      checkedOn: '2026-11-23',
    },
    // No page or list that could be read states an address for freeze requests.
    address: null,
  },
}
