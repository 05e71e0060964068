import type { ComponentChildren, JSX } from 'preact'
import { Link } from 'wouter-preact'
import { Icon, type IconName } from './icon.tsx'

type Look = 'main' | 'soft' | 'plain' | 'danger'
type Common = { look?: Look; icon?: IconName; children: ComponentChildren; isBusy?: boolean; isWide?: boolean }

const classOf = (look: Look, isWide?: boolean) => `button button-${look}${isWide ? ' button-wide' : ''}`

type ButtonProps = Common & Omit<JSX.IntrinsicElements['button'], 'icon' | 'class'>

/** While busy it shows a spinner and ignores clicks. It stays focusable, unlike a disabled button. */
export function Button({ look = 'main', icon, children, isBusy, isWide, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={classOf(look, isWide)}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <span class="spinner" /> : icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </button>
  )
}

export const ButtonLink = ({ look = 'main', icon, children, isWide, to }: Common & { to: string }) => (
  <Link href={to} class={classOf(look, isWide)}>
    {icon && <Icon name={icon} size={20} />}
    <span>{children}</span>
  </Link>
)

/** Icon only: the name is its accessible label and its tooltip. */
export const IconButton = ({
  icon,
  name,
  ...rest
}: { icon: IconName; name: string } & Omit<JSX.IntrinsicElements['button'], 'icon' | 'name'>) => (
  <button type="button" {...rest} class="icon-button" aria-label={name} title={name}>
    <Icon name={icon} />
  </button>
)
