/** The manager one can sign in as. Everybody can read this password, so the rules refuse it to all others. */
export const demoManager = {
  email: 'manager@fairfile.test',
  password: 'correct-horse-battery',
  firstName: 'Morgan',
  lastName: 'Bell',
  role: 'admin',
} as const
