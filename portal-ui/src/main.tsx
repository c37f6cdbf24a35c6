import { options, render } from 'preact';
import { App } from './app';
import './style.css';

// `queueMicrotask`, the default, is missing in browsers before 2018.
options.debounceRendering = (update) => void Promise.resolve().then(update);

render(<App />, document.getElementById('root')!);
