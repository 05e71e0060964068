/** A paper plane that has just left. Decorative. */
export const Illustration = () => (
  <svg class="sent-picture" viewBox="0 0 240 140" aria-hidden="true">
    <path class="sent-hill" d="M0 140c40-34 78-38 116-22 34 14 78 8 124-26v48Z" />
    <circle class="sent-sun" cx="186" cy="44" r="22" />
    <path class="sent-trail" d="M24 118c28 4 52-4 60-22 7-16-12-24-18-10-7 17 22 24 66-8" />
    <g class="sent-plane">
      <path class="sent-wing" d="m128 78 62-42-30 58-12-12Z" />
      <path class="sent-fold" d="m148 82 42-46-38 62Z" />
      <path class="sent-tail" d="m128 78 62-42-42 46Z" />
    </g>
  </svg>
)
