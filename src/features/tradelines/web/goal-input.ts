/** As typed; text that is not a number counts as 0. */
export type GoalInput = { age: string; limit: string }

export const parseGoalInput = ({ age, limit }: GoalInput) => {
  const [years, dollars] = [Number.parseFloat(age), Number.parseInt(limit, 10)]
  return {
    desiredAverageAge: Number.isFinite(years) ? years : 0,
    desiredExtraLimit: Number.isFinite(dollars) ? dollars : 0,
  }
}
