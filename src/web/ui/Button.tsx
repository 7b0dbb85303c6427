import { type ButtonHTMLAttributes, type MouseEvent, useState } from 'react'
import * as styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'
import * as spinnerStyles from './Spinner.module.css'

type ButtonLook = {
  /** `primary` at most once per view. */
  variant?: 'default' | 'primary' | 'quiet' | 'danger' | 'link'
  /** `big` in forms, `small` in tables. */
  size?: 'normal' | 'big' | 'small'
  /** The whole width of its column. */
  block?: boolean
  /** Only the icon shows; `aria-label` must name the action. */
  iconOnly?: boolean
  className?: string
}

/** Makes another element look like a button: `<Link {...buttonLook({ size: 'small' })} to="/">`. */
export const buttonLook = ({ variant, size, block, iconOnly, className }: ButtonLook = {}) => ({
  className: [
    styles.button,
    variant && styles[variant],
    size && styles[size],
    block && styles.block,
    iconOnly && styles.iconOnly,
    className,
  ]
    .filter(Boolean)
    .join(' '),
  'data-slot': 'button',
  'data-variant': variant,
  'data-size': size,
})

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    icon?: IconName
    /** Puts the icon after the text, where it shows where the action leads. */
    iconAtEnd?: boolean
    /** Keeps the width and the focus, and ignores clicks. */
    busy?: boolean
    /** The text while busy; if absent, the usual one. */
    busyText?: string
  }

export const Button = ({
  variant,
  size,
  block,
  iconOnly,
  className,
  icon,
  iconAtEnd = false,
  busy = false,
  busyText,
  children,
  onClick,
  ...rest
}: ButtonProps) => {
  const [width, setWidth] = useState<number>()
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) return event.preventDefault()
    setWidth(event.currentTarget.offsetWidth)
    onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...buttonLook({ variant, size, block, iconOnly, className })}
      aria-disabled={busy || undefined}
      style={busy && width ? { minInlineSize: width } : undefined}
      onClick={press}
    >
      {busy ? (
        <span className={spinnerStyles.spinner} data-slot="spinner" aria-hidden="true" />
      ) : (
        icon && !iconAtEnd && <Icon name={icon} />
      )}
      {!iconOnly && ((busy && busyText) || children)}
      {!busy && icon && iconAtEnd && <Icon name={icon} />}
    </button>
  )
}
