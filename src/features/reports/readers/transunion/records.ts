import { lookUp } from '../codes.ts'

/** TransUnion public records (TU 4.0, public record types). Data only. */

const chapters: Readonly<Record<string, string>> = { '1': '11', '2': '12', '3': '13', '7': '7' }
const outcomes: Readonly<Record<string, string>> = {
  D: 'Dismissed',
  F: 'Filed',
  V: 'Voluntarily dismissed',
  X: 'Discharged',
}

type Kind = { type: string; disposition: string | null }

const kind = (type: string, disposition: string | null = null): Kind => ({ type, disposition })

const kinds: Readonly<Record<string, Kind>> = {
  AM: kind('Attachment'),
  CB: kind('Civil judgment', 'Included in bankruptcy'),
  CJ: kind('Civil judgment'),
  CP: kind('Child support'),
  CS: kind('Civil suit', 'Filed'),
  DF: kind('Foreclosure', 'Dismissed'),
  DS: kind('Civil suit', 'Dismissed'),
  FC: kind('Foreclosure'),
  FD: kind('Forcible detainer'),
  FF: kind('Forcible detainer', 'Dismissed'),
  FT: kind('Federal tax lien'),
  GN: kind('Garnishment'),
  HA: kind("Homeowners' association lien"),
  HF: kind('Hospital lien', 'Satisfied'),
  HL: kind('Hospital lien'),
  JL: kind('Judicial lien'),
  JM: kind('Civil judgment', 'Dismissed'),
  LR: kind('Real property lien'),
  ML: kind("Mechanic's lien"),
  PC: kind('Civil judgment', 'Paid'),
  PF: kind('Federal tax lien', 'Paid'),
  PG: kind('Paving assessment lien'),
  PL: kind('Tax lien', 'Paid'),
  PQ: kind('Paving assessment lien', 'Satisfied'),
  PT: kind('Puerto Rico tax lien'),
  PV: kind('Civil judgment', 'Paid and vacated'),
  RL: kind('Tax lien', 'Released'),
  RM: kind("Mechanic's lien", 'Released'),
  RS: kind('Real estate attachment', 'Satisfied'),
  SF: kind('Foreclosure', 'Satisfied'),
  SL: kind('State tax lien'),
  TB: kind('Tax lien', 'Included in bankruptcy'),
  TC: kind('Trusteeship', 'Canceled'),
  TL: kind('Tax lien'),
  TP: kind('Trusteeship', 'Paid'),
  TR: kind('Trusteeship'),
  TX: kind('Tax lien', 'Revived'),
  WS: kind('Water and sewer lien'),
}

/** Type and disposition of a record code: `7X` is a Chapter 7 bankruptcy that was discharged; null when unknown. */
export const findRecordKind = (code: string | null): Kind | null => {
  const chapter = lookUp(chapters, code?.[0] ?? null)
  const outcome = lookUp(outcomes, code?.[1] ?? null)
  return code?.length === 2 && chapter !== null && outcome !== null
    ? kind(`Chapter ${chapter} bankruptcy`, outcome)
    : lookUp(kinds, code)
}
