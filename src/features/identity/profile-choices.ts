/** What a person may choose from while registering; the screens and the server read the same lists. */

export const goals = ['Buy a home', 'Buy a car', 'Get a credit card', 'Lower my rates', 'Fix errors', 'Other'] as const

export const goalPeriods = ['3 months', '6 months', '12 months', '24 months'] as const

/** States, DC and the territories that the product serves, by postal code (decisions section 3). */
export const states = [
  'AL', 'AK', 'AS', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'GU', 'HI', 'ID', 'IL', 'IN', 'IA',
  'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MP', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY',
  'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'VI', 'WA', 'WV',
  'WI', 'WY',
] as const
