// A console program with a licence: logs in, works while the licence holds, and logs out on Ctrl-C.
//
//	LATCHKEY_HOSTS=https://a.example.com LATCHKEY_APP_KEY=… LATCHKEY_APP_SECRET=… LATCHKEY_PUBLIC_KEY=… \
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

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx, cancel); err != nil {
		fmt.Println("not licensed:", explain(err))
		os.Exit(1)
	}
}

func run(ctx context.Context, stop context.CancelFunc) error {
	options := latchkey.Options{ // constants in your program
		Hosts:     strings.Split(os.Getenv("LATCHKEY_HOSTS"), ","),
		AppKey:    os.Getenv("LATCHKEY_APP_KEY"),
		AppSecret: os.Getenv("LATCHKEY_APP_SECRET"),
		SignMode:  latchkey.SignMode(os.Getenv("LATCHKEY_SIGN_MODE")),
		Version:   "1.0.0",
	}
	if key := os.Getenv("LATCHKEY_PUBLIC_KEY"); key != "" {
		options.PublicKeys = []string{key}
	}
	client, err := latchkey.New(options)
	if err != nil {
		return err
	}
	session, err := client.Login(ctx, os.Getenv("LATCHKEY_CARD"))
	if err != nil {
		return err
	}
	fmt.Println("licensed until", session.Info().Expires)

	keeper, err := session.Keep(ctx, func(event latchkey.Event) {
		fmt.Println(event.Kind, event.Reason)
		if event.Kind == latchkey.EventEnded {
			stop()
		}
	})
	if err != nil {
		return err
	}
	defer keeper.Close()

	for keeper.Status().Licensed {
		fmt.Println("working")
		select {
		case <-time.After(5 * time.Second):
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// explain tells the customer, not the programmer.
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
