const MOST_DOTS = 12

/** One dot for each place of a project; free ones are hollow. Decorative: the number is written beside them. */
export const Places = ({ limit, free }: { limit: number; free: number }) =>
  limit > MOST_DOTS ? null : (
    <span class="places" aria-hidden="true">
      {Array.from({ length: limit }, (_, index) => (
        <i key={index} class={index < limit - free ? 'is-taken' : ''} />
      ))}
    </span>
  )
