import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { formatCount } from '../../../shared/text.ts'
import 'uplot/dist/uPlot.min.css'
import { formatDay } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Statistics } from '../../../shared/statistics.ts'
import { onColours } from '../../components/theme-choice.tsx'
import styles from './admin.module.css'

const HEIGHT = 288 // px
const MIN_WIDTH_FOR_AMOUNTS = 480 // px

/** The chart of `/admin`: contributions as bars, amounts as a line. The table below it has the same figures. */
export function Chart({ days }: { days: Statistics['days'] }) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const container = place.current
    if (!container) return
    let plot = draw(container, days)
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: container.clientWidth, height: HEIGHT }),
    )
    resized.observe(container)
    // Reads the colours of the current theme.
    const stopListening = onColours(() => {
      plot.destroy()
      plot = draw(container, days)
    })
    return () => {
      stopListening()
      resized.disconnect()
      plot.destroy()
    }
  }, [days])

  return (
    <div
      ref={place}
      className={styles.plot}
      role="img"
      aria-label="Aportes y montos de cada día del período. Las cifras están en la tabla."
    />
  )
}

function draw(container: HTMLElement, newestFirst: Statistics['days']): uPlot {
  const days = [...newestFirst].reverse()
  const look = getComputedStyle(container)
  const colour = (name: string) => look.getPropertyValue(name).trim()
  const short = (index: number) => formatDay(days[index]?.day ?? '').slice(0, 'dd/mm'.length)
  const axis = {
    stroke: colour('--ink-3'),
    font: `13px ${look.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }

  return new uPlot(
    {
      width: container.clientWidth,
      height: HEIGHT,
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { setLegend: [showValuesOfDay] },
      // Days are categories on the axis, not times.
      scales: {
        x: { time: false, range: [-0.6, days.length - 0.4] },
        count: { range: fromZero },
        amount: { range: fromZero },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          incrs: [1, 2, 5, 7, 14, 30, 60, 90],
          values: (_plot, places) => places.map((place) => (days[place] ? short(place) : '')),
        },
        {
          ...axis,
          scale: 'count',
          incrs: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 10_000, 50_000],
          values: (_plot, counts) => counts.map(formatCount),
        },
        {
          ...axis,
          scale: 'amount',
          side: 1,
          // On a phone the days need the width; the amount of a touched day is shown below.
          show: container.clientWidth >= MIN_WIDTH_FOR_AMOUNTS,
          grid: { show: false },
          size: 96,
          values: amounts,
        },
      ],
      series: [
        {
          label: 'Fecha',
          value: (_plot, _value, _series, index) =>
            index === null ? '' : formatDay(days[index]?.day ?? ''),
        },
        {
          label: 'Aportes',
          scale: 'count',
          fill: colour('--tile-confirmed'),
          stroke: colour('--tile-confirmed'),
          points: { show: false },
          paths: uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 }),
          value: (_plot, count) => (count === null ? '' : formatCount(count)),
        },
        {
          label: 'Monto',
          scale: 'amount',
          stroke: colour('--accent'),
          width: 2,
          points: { show: days.length <= 31, size: 6, fill: colour('--surface') },
          value: (_plot, amount) => (amount === null ? '' : formatMoney(amount)),
        },
      ],
    },
    [
      days.map((_day, index) => index),
      days.map(({ contributions }) => contributions),
      days.map(({ contributionsAmount }) => contributionsAmount),
    ],
    container,
  )
}

/** Without the pointer on a day, the legend has no values to show: uPlot's style sheet hides them by this class. */
function showValuesOfDay({ root, legend }: uPlot): void {
  root.querySelector('.u-legend')?.classList.toggle('u-live', typeof legend.idx === 'number')
}

/** Never 0, because an axis needs some height. */
const fromZero: uPlot.Range.Function = (_plot, _min, max) => [0, Math.max(max, 1) * 1.05]

const amounts: uPlot.Axis.DynamicValues = (_plot, values) =>
  values.map((centavos) => formatMoney(Math.round(centavos / 100) * 100))
