import { type ButtonHTMLAttributes, type MouseEvent, useState } from 'react'
import * as styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'
import * as spinnerStyles from './Spinner.module.css'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` at most once per view. */
  variant?: 'default' | 'primary' | 'quiet' | 'danger' | 'link'
  /** `big` in forms, `small` in tables. */
  size?: 'normal' | 'big' | 'small'
  /** The whole width of its column. */
  block?: boolean
  icon?: IconName
  /** The icon stands after the words: it says where the act leads. */
  iconAtEnd?: boolean
  /** Only the icon shows; `aria-label` must name the act. */
  iconOnly?: boolean
  /** At work: keeps its width and the focus, and does nothing when pressed. */
  busy?: boolean
  /** The words while at work; the usual ones when absent. */
  busyText?: string
}

/** A button that says its act and shows when it is at work. */
export const Button = (props: ButtonProps) => {
  const {
    variant,
    size,
    block,
    icon,
    iconAtEnd = false,
    iconOnly,
    busy = false,
    busyText,
    children,
    onClick,
    className,
    ...rest
  } = props
  const [width, setWidth] = useState<number>()
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) return event.preventDefault()
    setWidth(event.currentTarget.offsetWidth)
    onClick?.(event)
  }
  const classes = [
    styles.button,
    variant && styles[variant],
    size && styles[size],
    block && styles.block,
    iconOnly && styles.iconOnly,
    className,
  ]
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      data-slot="button"
      data-variant={variant}
      data-size={size}
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
