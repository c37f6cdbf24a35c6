// A console program with a licence: logs in, works while the licence holds, and logs out on Ctrl-C.
//
//	LATCHKEY_SERVER=https://license.example.com LATCHKEY_APP_KEY=… LATCHKEY_APP_SECRET=… LATCHKEY_PUBLIC_KEY=… \
//	LATCHKEY_CARD=VIP-7Q2M-9XKD go run ./examples/console
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"latchkey"
)

const noVariable = 10501

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx, cancel); err != nil {
		fmt.Println("not licensed:", explain(err))
		fmt.Fprintln(os.Stderr, err) // for the developer: code and message
		os.Exit(1)
	}
}

func run(ctx context.Context, stop context.CancelFunc) error {
	client, err := latchkey.New(latchkey.Options{ // constants in your program
		Hosts:      strings.Split(setting("LATCHKEY_SERVER"), ","),
		AppKey:     setting("LATCHKEY_APP_KEY"),
		AppSecret:  setting("LATCHKEY_APP_SECRET"),
		PublicKeys: []string{setting("LATCHKEY_PUBLIC_KEY")},
		SignMode:   latchkey.SignMode(os.Getenv("LATCHKEY_SIGN_MODE")),
		Version:    "1.0.0",
	})
	if err != nil {
		return err
	}
	session, err := client.Login(ctx, setting("LATCHKEY_CARD"))
	if err != nil {
		return err
	}
	fmt.Println("licensed until", session.Info().Expires)

	keeper, err := session.Keep(ctx, func(event latchkey.Event) {
		fmt.Println("event:", event)
		if event.Kind == latchkey.EventEnded {
			stop()
		}
	})
	if err != nil {
		return err
	}
	defer keeper.Close() // logs out

	for keeper.Status().Licensed {
		work(ctx, session)
		select {
		case <-time.After(5 * time.Second):
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break // Ctrl-C, or the licence has ended
		}
	}
	if status := keeper.Status(); status.State == latchkey.Ended && status.Reason != latchkey.EndedClosed {
		if status.Code != 0 {
			return fmt.Errorf("the licence has ended: %s (%d)", status.Tell.EN, status.Code)
		}
		return fmt.Errorf("the licence has ended: %s", status.Reason)
	}
	return nil
}

// work needs a value that only the server has, not a yes or no. A failure here does not end the session.
func work(ctx context.Context, session *latchkey.Session) {
	greeting, err := session.Variable(ctx, "greeting")
	var refused *latchkey.RefusedError
	switch {
	case err == nil:
		fmt.Println("value:", greeting.Text("value"))
	case ctx.Err() != nil:
	case errors.As(err, &refused) && refused.Code == noVariable:
		fmt.Println("working; the application has no variable named greeting")
	default:
		fmt.Fprintln(os.Stderr, err)
	}
}

// setting reads what is a constant in your program.
func setting(name string) string {
	value := os.Getenv(name)
	if value == "" {
		fmt.Fprintln(os.Stderr, name, "is missing: set it as the README shows")
		os.Exit(2)
	}
	return value
}

// explain tells the customer, not the developer.
func explain(err error) string {
	var refused *latchkey.RefusedError
	var unavailable *latchkey.UnavailableError
	switch {
	case errors.As(err, &refused):
		return refused.Tell.EN
	case errors.As(err, &unavailable):
		return "The licence server cannot be reached. Please try again later. (" + unavailable.Reason + ")"
	}
	return err.Error()
}
