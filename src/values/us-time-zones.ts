import { dayIn } from './dates.ts'

/**
 * The time zones of each state, its easternmost and its westernmost (49 CFR part 71; Arizona's Navajo Nation observes
 * daylight saving time, 15 U.S.C. 260a). Any local time in the state is between the two.
 */

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

type Zones = readonly [easternmost: string, westernmost: string]

const in1 = (zone: string): Zones => [zone, zone]

/** If the state is unknown or an armed forces address: the first and the last time zone of the United States. */
const anywhere: Zones = ['Pacific/Guam', 'Pacific/Pago_Pago']

const byState: Readonly<Record<string, Zones>> = {
  AK: ['America/Anchorage', 'America/Adak'],
  AL: in1(central),
  AR: in1(central),
  AS: in1('Pacific/Pago_Pago'),
  AZ: [mountain, 'America/Phoenix'],
  CA: in1(pacific),
  CO: in1(mountain),
  CT: in1(eastern),
  DC: in1(eastern),
  DE: in1(eastern),
  FL: [eastern, central],
  GA: in1(eastern),
  GU: in1('Pacific/Guam'),
  HI: in1('Pacific/Honolulu'),
  IA: in1(central),
  ID: [mountain, pacific],
  IL: in1(central),
  IN: [eastern, central],
  KS: [central, mountain],
  KY: [eastern, central],
  LA: in1(central),
  MA: in1(eastern),
  MD: in1(eastern),
  ME: in1(eastern),
  MI: [eastern, central],
  MN: in1(central),
  MO: in1(central),
  MP: in1('Pacific/Guam'),
  MS: in1(central),
  MT: in1(mountain),
  NC: in1(eastern),
  ND: [central, mountain],
  NE: [central, mountain],
  NH: in1(eastern),
  NJ: in1(eastern),
  NM: in1(mountain),
  NV: [mountain, pacific],
  NY: in1(eastern),
  OH: in1(eastern),
  OK: in1(central),
  OR: [mountain, pacific],
  PA: in1(eastern),
  PR: in1('America/Puerto_Rico'),
  RI: in1(eastern),
  SC: in1(eastern),
  SD: [central, mountain],
  TN: [eastern, central],
  TX: [central, mountain],
  UT: in1(mountain),
  VA: in1(eastern),
  VI: in1('America/Puerto_Rico'),
  VT: in1(eastern),
  WA: in1(pacific),
  WI: in1(central),
  WV: in1(eastern),
  WY: in1(mountain),
}

/** The easternmost and the westernmost zone of a state, given its two-letter code. */
export const stateTimeZones = (state: string): Zones => byState[state.trim().toUpperCase()] ?? anywhere

const QUARTER_HOUR = 15 * 60_000
const HOUR = 4 * QUARTER_HOUR

/** The instant at which a day, `YYYY-MM-DD`, ends in a time zone. Every zone is a number of quarter hours from UTC. */
export const endOfDay = (timeZone: string, day: string): Date => {
  let at = Date.parse(`${day}T00:00:00Z`) + 10 * HOUR
  while (dayIn(timeZone, new Date(at)) <= day) at += QUARTER_HOUR
  return new Date(at)
}
