/** Abbreviations in addresses: directionals, street suffixes (USPS Publication 28, appendices B and C1). */
const streetWords: Readonly<Record<string, string>> = {
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  ALLEY: 'ALY',
  AV: 'AVE',
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  CIRCLE: 'CIR',
  COURT: 'CT',
  COVE: 'CV',
  CROSSING: 'XING',
  DRIVE: 'DR',
  EXPRESSWAY: 'EXPY',
  FREEWAY: 'FWY',
  HEIGHTS: 'HTS',
  HIGHWAY: 'HWY',
  LANE: 'LN',
  PARKWAY: 'PKWY',
  PLACE: 'PL',
  PLAZA: 'PLZ',
  POINT: 'PT',
  RIDGE: 'RDG',
  ROAD: 'RD',
  SQUARE: 'SQ',
  STREET: 'ST',
  TERRACE: 'TER',
  TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
  VALLEY: 'VLY',
  VIEW: 'VW',
}

/** The words before an apartment number (USPS Publication 28, appendix C2). */
const unitWord =
  /\b(?:APARTMENT|APT|UNIT|SUITE|STE|ROOM|RM|NUMBER|NO)\b(?= ?\d| \w\b)|\b(?:APT|UNIT|STE|RM)(?=\d)/g

/** Normalizes a street and unit for comparison: `418 Alder Drive, Apt 4` becomes `418 ALDER DR # 4`. */
export const streetKey = (street: string): string =>
  street
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .replaceAll(unitWord, ' ')
    .split(' ')
    .map(word => streetWords[word] ?? word)
    .join('')
