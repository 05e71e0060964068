import { useState } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { useRestoredFocus } from '#client/parts/restored-focus.ts'
import { t } from '#client/texts.ts'
import type { Link, ProjectDetail } from '#contract/project.ts'
import { deleteLink } from '#contract/result.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { isRemoving, removeLater } from '#ui/dialog/removal.ts'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { LinkDialog } from './link-dialog.tsx'
import { removalOf } from './removal.ts'

const remove = ({ id, platform }: Link) =>
  removeLater(
    `link ${id}`,
    removalOf(platform, () => call(deleteLink, { params: { id: String(id) } })),
  )

const shortOf = (address: string): string => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

export function Links({ project, mayChange }: { project: ProjectDetail; mayChange: boolean }) {
  const [isAdding, setIsAdding] = useState(false)
  const { box, heading } = useRestoredFocus<HTMLElement>()
  const links = project.links.filter(({ id }) => !isRemoving(`link ${id}`))
  return (
    <section aria-labelledby="links" ref={box}>
      <h2 id="links" ref={heading} tabIndex={-1}>
        {t('team.links')}
      </h2>
      {links.length > 0 ? (
        <ul class="rows">
          {links.map((link) => (
            <li key={link.id} class="link-row">
              <a class="rows-item" href={link.link} target="_blank" rel="noopener noreferrer">
                <Icon name="link" />
                <span>
                  {link.platform}
                  <small>{shortOf(link.link)}</small>
                </span>
              </a>
              {mayChange && (
                <IconButton
                  icon="remove"
                  name={t('team.delete', { name: shortOf(link.link) })}
                  {...onlineOnly()}
                  onClick={() => remove(link)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p class="soft">{t('team.noLinks')}</p>
      )}
      {mayChange && (
        <p class="below">
          <Button look="soft" icon="plus" {...onlineOnly()} onClick={() => setIsAdding(true)}>
            {t('team.addLink')}
          </Button>
        </p>
      )}
      <LinkDialog project={project.slug} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </section>
  )
}
