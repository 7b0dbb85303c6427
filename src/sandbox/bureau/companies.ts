import type { Bureau } from '#values/bureau.ts'
import type { Place } from './life.ts'

/** The sandbox's invented companies, with phone numbers reserved for fiction. */

export type Company = {
  name: string
  /** Spellings that differ at a bureau. */
  spelled?: Partial<Record<Bureau, string>>
  /** In TrueLink's terms, and as MISMO's CreditBusinessType. */
  industry: string
  business: string
  codes: Readonly<Record<Bureau, string>>
  place: Place
  phone: string
}

const place = (street: string, city: string, state: string, postal: string): Place => ({
  street,
  city,
  state,
  postal,
})

const codes = (transUnion: string, experian: string, equifax: string) => ({
  TransUnion: transUnion,
  Experian: experian,
  Equifax: equifax,
})

const bank = { industry: 'Bank', business: 'Banking' }
const finance = { industry: 'Finance/Personal', business: 'Finance' }
const agency = { industry: 'Collection Services', business: 'CollectionServices' }
const store = { industry: 'Department Store', business: 'DepartmentAndMailOrder' }
const autoFinance = { industry: 'Finance/Automobile', business: 'Finance' }
const mortgages = { industry: 'Mortgage', business: 'Finance' }

export const lakeshore: Company = {
  name: 'LAKESHORE CARD SERVICES',
  spelled: { TransUnion: 'LAKESHORE CARD SVCS' },
  ...bank,
  codes: codes('B 0418LC01', '1284410', '408BB04410'),
  place: place('PO BOX 4410', 'MILWAUKEE', 'WI', '53201'),
  phone: '4145550132',
}

export const harborview: Company = {
  name: 'HARBORVIEW BANK',
  ...bank,
  codes: codes('B 0677HB02', '1367702', '906BB07702'),
  place: place('PO BOX 7702', 'SAN PEDRO', 'CA', '90731'),
  phone: '3105550164',
}

export const cedarAuto: Company = {
  name: 'CEDAR AUTO FINANCE',
  spelled: { Experian: 'CEDAR AUTO FIN' },
  ...autoFinance,
  codes: codes('F 0833CA07', '2942200', '484FA02200'),
  place: place('2200 CEDAR PARKWAY', 'PLANO', 'TX', '75024'),
  phone: '9725550119',
}

export const brightway: Company = {
  name: 'BRIGHTWAY STUDENT LOANS',
  spelled: { TransUnion: 'BRIGHTWAY STUDENT LN' },
  industry: 'Education/Employment',
  business: 'Finance',
  codes: codes('E 0291BW05', '3571935', '163ED01935'),
  place: place('PO BOX 1935', 'LINCOLN', 'NE', '68501'),
  phone: '4025550187',
}

export const palisade: Company = {
  name: 'PALISADE RETAIL CREDIT',
  spelled: { Equifax: 'PALISADE RETAIL' },
  ...store,
  codes: codes('D 0154PR09', '1496120', '404DC06120'),
  place: place('PO BOX 6120', 'COLUMBUS', 'OH', '43216'),
  phone: '6145550108',
}

export const tidewater: Company = {
  name: 'TIDEWATER MUTUAL',
  ...finance,
  codes: codes('F 0762TM04', '3408800', '484FP00088'),
  place: place('88 DOCK STREET', 'NORFOLK', 'VA', '23510'),
  phone: '7575550171',
}

export const meridian: Company = {
  name: 'MERIDIAN COLLECTIONS',
  ...agency,
  codes: codes('Y 0907MC01', '1903308', '181YC03308'),
  place: place('PO BOX 3308', 'RENO', 'NV', '89504'),
  phone: '7755550126',
}

export const ironbridge: Company = {
  name: 'IRONBRIDGE BANK',
  ...bank,
  codes: codes('B 0385IB03', '1275151', '906BB05151'),
  place: place('PO BOX 5151', 'WILMINGTON', 'DE', '19850'),
  phone: '3025550193',
}

export const missionOak: Company = {
  name: 'MISSION OAK RESIDENCES',
  industry: 'Real Estate/Public Accommodation',
  business: 'RealEstateAndPublicAccommodation',
  codes: codes('R 0640MO08', '4012210', '613RZ02210'),
  place: place('2210 MISSION OAK DRIVE', 'PASADENA', 'CA', '91106'),
  phone: '6265550144',
}

export const foothill: Company = {
  name: 'FOOTHILL SAVINGS',
  ...bank,
  codes: codes('B 0512FS06', '1380300', '906BB00300'),
  place: place('300 ALPINE AVENUE', 'MONROVIA', 'CA', '91016'),
  phone: '6265550155',
}

export const northfield: Company = {
  name: 'NORTHFIELD CREDIT UNION',
  industry: 'Credit Union',
  business: 'Finance',
  codes: codes('Q 0219NC02', '2872040', '613FC02040'),
  place: place('PO BOX 2040', 'NORTHFIELD', 'MN', '55057'),
  phone: '5075550120',
}

export const summit: Company = {
  name: 'SUMMIT RECOVERY PARTNERS',
  ...agency,
  codes: codes('Y 0911SR04', '1909091', '181YC09091'),
  place: place('PO BOX 9091', 'AURORA', 'CO', '80040'),
  phone: '7205550138',
}

export const kestrel: Company = {
  name: 'KESTREL MORTGAGE',
  ...mortgages,
  codes: codes('F 0871KM03', '3991400', '906FM01400'),
  place: place('1400 OCEAN AVENUE', 'LONG BEACH', 'CA', '90802'),
  phone: '5625550160',
}

export const ridgeline: Company = {
  name: 'RIDGELINE AUTO GROUP',
  industry: 'Automotive',
  business: 'Automotive',
  codes: codes('A 0846RA02', '2900755', '484AN00755'),
  place: place('755 FRONTAGE ROAD', 'FONTANA', 'CA', '92335'),
  phone: '9095550175',
}

export const quarryBank: Company = {
  name: 'QUARRY STREET BANK',
  spelled: { TransUnion: 'QUARRY STREET BK' },
  ...bank,
  codes: codes('B 0433QS01', '1310940', '906BB00940'),
  place: place('PO BOX 940', 'ERIE', 'PA', '16512'),
  phone: '8145550117',
}

export const juniperCard: Company = {
  name: 'JUNIPER HILL CARD',
  spelled: { Experian: 'JUNIPER HILL CARD SVCS' },
  ...bank,
  codes: codes('B 0466JH02', '1326610', '408BB06610'),
  place: place('PO BOX 6610', 'TEMPE', 'AZ', '85280'),
  phone: '4805550149',
}

export const saltmarsh: Company = {
  name: 'SALTMARSH CREDIT UNION',
  spelled: { TransUnion: 'SALTMARSH CU' },
  industry: 'Credit Union',
  business: 'Finance',
  codes: codes('Q 0237SM01', '2815570', '613FC05570'),
  place: place('557 WHARF ROAD', 'SAVANNAH', 'GA', '31401'),
  phone: '9125550163',
}

export const orchardHome: Company = {
  name: 'ORCHARD HOME LOANS',
  ...mortgages,
  codes: codes('F 0889OH01', '3987120', '906FM07120'),
  place: place('PO BOX 7120', 'BOISE', 'ID', '83707'),
  phone: '2085550111',
}

export const larkspur: Company = {
  name: 'LARKSPUR STORES',
  ...store,
  codes: codes('D 0172LS03', '1492850', '404DC02850'),
  place: place('PO BOX 2850', 'TULSA', 'OK', '74101'),
  phone: '9185550152',
}

export const granite: Company = {
  name: 'GRANITE PEAK LENDING',
  ...finance,
  codes: codes('F 0718GP02', '3443360', '484FP03360'),
  place: place('336 SUMMIT STREET', 'BUTTE', 'MT', '59701'),
  phone: '4065550178',
}

export const copperline: Company = {
  name: 'COPPERLINE RECOVERY',
  ...agency,
  codes: codes('Y 0923CR02', '1904470', '181YC04470'),
  place: place('PO BOX 4470', 'TUCSON', 'AZ', '85702'),
  phone: '5205550181',
}

export const bluegate: Company = {
  name: 'BLUEGATE RECEIVABLES',
  ...agency,
  codes: codes('Y 0934BR05', '1905820', '181YC05820'),
  place: place('PO BOX 5820', 'BUFFALO', 'NY', '14205'),
  phone: '7165550105',
}

export const metroMobile: Company = {
  name: 'METRO LINE MOBILE',
  industry: 'Utilities',
  business: 'UtilitiesAndFuel',
  codes: codes('U 0555ML01', '5701190', '181UT01190'),
  place: place('PO BOX 1190', 'NEWARK', 'NJ', '07101'),
  phone: '9735550127',
}

export const companyForBureau = ({ name, spelled }: Company, bureau: Bureau): string =>
  spelled?.[bureau] ?? name
