import { z } from 'zod'
import type { S3Settings } from '#providers/storage/port.ts'
import { ConfidentialUrl, VisibleText } from './variable-shapes.ts'

/** The environment of an S3-compatible storage. It is used when S3_BUCKET is set, else files stand in the data folder. */

/** The variables, to be read with all others. */
export const storageVariables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: ConfidentialUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region like us-east-1')
    .optional(),
  S3_ACCESS_KEY_ID: VisibleText.optional(),
  S3_SECRET_ACCESS_KEY: VisibleText.optional(),
}

type Given = { [Name in keyof typeof storageVariables]?: string | undefined }

/** The settings, null when none are given, or what is wrong with them together as one line. */
export const parseStorageSettings = (given: Given): S3Settings | null | { problem: string } => {
  const { S3_BUCKET: bucket, S3_ENDPOINT, S3_REGION, ...keys } = given
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = keys
  if (bucket === undefined) {
    const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
    const without = names.find(name => given[name] !== undefined)
    return without ? { problem: `${without}: is set without S3_BUCKET` } : null
  }
  if (accessKeyId === undefined) return { problem: 'S3_ACCESS_KEY_ID: is needed with S3_BUCKET' }
  if (secretAccessKey === undefined) return { problem: 'S3_SECRET_ACCESS_KEY: is needed with S3_BUCKET' }
  if (S3_ENDPOINT === undefined && S3_REGION === undefined)
    return { problem: 'S3_REGION: is needed with S3_BUCKET, unless there is an S3_ENDPOINT' }
  return {
    bucket,
    endpoint: S3_ENDPOINT === undefined ? null : new URL(S3_ENDPOINT),
    region: S3_REGION ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}
