import type { UserInfo } from '#features/identity/contract.ts'

/** The `level` that history and analytics are asked with: 3 for subscribers, else 1 (specification section 6). */
export const subscriptionLevel = ({ subscription }: Pick<UserInfo, 'subscription'>): '1' | '3' =>
  subscription ? '3' : '1'
