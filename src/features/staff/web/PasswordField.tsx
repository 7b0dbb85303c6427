import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as staffStyles from './staff.module.css'

type PasswordFieldProps = {
  hint?: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

/** A password, hidden until the user reveals it. */
export const PasswordField = ({ autoComplete, ...field }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <Field
      id="password"
      label="Password"
      {...field}
      control={wiring => (
        <div className={staffStyles.password}>
          <input
            {...wiring}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            spellCheck={false}
            autoCapitalize="none"
            required
          />
          <Button
            variant="link"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </Button>
        </div>
      )}
    />
  )
}
