import type { PlantedError } from './error.ts'
import { personas } from './personas.ts'

/** Every error of every persona, with the persona it is planted in: what a finder of errors is measured by. */
export const plantedErrors: readonly (PlantedError & { persona: string })[] = personas.flatMap(
  ({ id, errors }) => errors.map(error => ({ ...error, persona: id })),
)
