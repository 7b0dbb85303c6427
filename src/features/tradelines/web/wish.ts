/** What is typed; a text that is no number counts as 0 (specification section 5). */
export type GoalInput = { age: string; limit: string }

/** A wish as it is asked for: years, and whole dollars. */
export const parseGoalInput = ({ age, limit }: GoalInput) => {
  const [years, dollars] = [Number.parseFloat(age), Number.parseInt(limit, 10)]
  return {
    desiredAverageAge: Number.isFinite(years) ? years : 0,
    desiredExtraLimit: Number.isFinite(dollars) ? dollars : 0,
  }
}
