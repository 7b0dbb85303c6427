/** Of saved plans, one user. */
export const MOST_SAVED_PLANS = 40
/** In one what-if plan. */
export const MOST_STEPS = 12
export const MOST_NAME_LENGTH = 60
