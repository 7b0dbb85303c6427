/** The demo manager. The password is public, so other managers may not use it. */
export const demoManager = {
  email: 'manager@fairfile.test',
  password: 'correct-horse-battery',
  firstName: 'Morgan',
  lastName: 'Bell',
  role: 'admin',
} as const
