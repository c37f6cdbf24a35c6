import type { Locator } from 'playwright-core';
import type { Visitor } from './panel-browser.js';

/** Steps by kind. A text typed into a field is one step, including the click into the field. */
export interface StepCounts {
  clicks: number;
  keys: number;
  pastes: number;
  texts: number;
}

/** The steps of a person and the time that they took. */
interface CountedTask extends StepCounts {
  /** Sum of all kinds. */
  total: number;
  /** From the first step to the result, in milliseconds. */
  ms: number;
}

/** Counts the events that the browser receives: mouse clicks, key presses without modifier keys, and text changes. */
const COUNT_IN_BROWSER = `(() => {
  const counts = { clicks: 0, keys: 0, texts: 0 };
  window.countedSteps = counts;
  const count = (type, kind, isStep) => addEventListener(type, (event) => {
    if (event.isTrusted && isStep(event)) counts[kind]++;
  }, true);
  count('pointerdown', 'clicks', () => true);
  count('keydown', 'keys', ({ key }) => !['Control', 'Meta', 'Shift', 'Alt'].includes(key));
  count('input', 'texts', ({ inputType }) => inputType !== undefined);
})()`;

/**
 * Performs and counts a person's steps on a page. The browser counts too, so that a task that bypasses this class
 * fails.
 */
export class CountedSteps {
  private readonly counts: StepCounts = { clicks: 0, keys: 0, pastes: 0, texts: 0 };
  private readonly started = performance.now();

  private constructor(private readonly visitor: Visitor) {}

  /** Starts counting. The page must not be reloaded before `finish`. */
  static async on(visitor: Visitor): Promise<CountedSteps> {
    await visitor.page.evaluate(COUNT_IN_BROWSER);
    return new CountedSteps(visitor);
  }

  /**
   * Clicks once the page has stopped moving, because otherwise the click could miss a moving target and be repeated.
   */
  async click(target: Locator): Promise<void> {
    this.counts.clicks++;
    await target.waitFor();
    await this.visitor.settle();
    await target.click();
  }

  /** Presses a key or a key combination, such as `Control+k`. */
  async press(key: string): Promise<void> {
    this.counts.keys++;
    await this.visitor.page.keyboard.press(key);
  }

  /** Focuses a field and replaces its text. */
  async type(text: string, field: Locator): Promise<void> {
    this.counts.texts++;
    await field.fill(text);
  }

  /** Types into a field, which must have the focus already. */
  async typeAtFocus(text: string, field: Locator): Promise<void> {
    this.counts.texts++;
    await field.and(this.visitor.page.locator(':focus')).waitFor();
    await this.visitor.page.keyboard.insertText(text);
  }

  /** Pastes a text into a field, which must have the focus already. */
  async paste(text: string, field: Locator): Promise<void> {
    this.counts.pastes++;
    await this.visitor.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await field.and(this.visitor.page.locator(':focus')).waitFor();
    await this.visitor.page.keyboard.press('Control+v');
  }

  /** Ends the task and returns its steps. Fails if the browser received other steps. */
  async finish(): Promise<CountedTask> {
    const ms = performance.now() - this.started;
    const { clicks, keys, pastes, texts } = this.counts;
    const received = await this.visitor.page.evaluate('JSON.stringify(window.countedSteps)');
    const expected = JSON.stringify({ clicks, keys: keys + pastes, texts: texts + pastes });
    if (received !== expected)
      throw new Error(`The browser received ${String(received)}, the task counted ${expected}`);
    return { ...this.counts, total: clicks + keys + pastes + texts, ms };
  }
}
