import { bureauDocument } from '#sandbox/bureau/document.ts'

/** The sandbox bureau's documents of the two demo people on November 14, 2026. */

const DAY = '2026-11-14'

/** A TrueLink bundle of Maya Brooks. */
export const mayasDocument = Buffer.from(
  bureauDocument(
    {
      names: { firstName: 'Maya', middleName: null, lastName: 'Brooks' },
      birthDate: '1990-04-27',
      address: {
        street: '2210 Mission Oak Drive, Apt 4',
        city: 'Pasadena',
        state: 'CA',
        postal: '91106',
      },
      ssn: '666344417',
    },
    DAY,
  ),
)

/** A MISMO 3.4 response about Daniel Ortiz. */
export const danielsDocument = Buffer.from(
  bureauDocument(
    {
      names: { firstName: 'Daniel', middleName: null, lastName: 'Ortiz' },
      birthDate: '2001-09-12',
      address: { street: '118 Harbor Street, Apt 2B', city: 'Baltimore', state: 'MD', postal: '21230' },
      ssn: '666527730',
    },
    DAY,
  ),
)
