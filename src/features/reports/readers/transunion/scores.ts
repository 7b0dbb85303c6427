import { lookUp } from '../codes.ts'

/** TransUnion score products. Data only. */

/** Models by product code; other products with a number are no credit scores that we know. */
const models: Readonly<Record<string, string>> = {
  '00N94': 'VantageScore',
  '00P02': 'FICO Risk Score Classic 04',
  '00Q88': 'FICO Score 8',
  '00V60': 'VantageScore 3.0',
  '00W18': 'FICO Score 9',
  '00W40': 'VantageScore 3.0',
}

/** The name of the model that a product is; null when unknown. */
export const findScoreModel = (product: string | null): string | null => lookUp(models, product)
