// Logs in with a card, and works while the licence holds.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"latchkey"
)

const (
	server    = "https://licence.example.com"
	appKey    = "YOUR_APP_KEY"
	appSecret = "YOUR_APP_SECRET"
	signMode  = "hmac-sha256-path"
	card      = "YOUR_CARD"
)

var publicKeys = []string{"YOUR_PUBLIC_KEY"} // without a key, answers are not verified

func main() {
	err := run()
	var refused *latchkey.RefusedError
	if errors.As(err, &refused) {
		fmt.Println(refused.Tell.EN)     // for the customer; ZH is Chinese
		fmt.Fprintln(os.Stderr, refused) // for the developer
	} else if err != nil {
		fmt.Println("There is no licence:", err) // for the developer; tell a customer in your own words
	}
	os.Exit(1)
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // Ctrl-C logs out
	defer stop()
	client, err := latchkey.New(latchkey.Options{
		Hosts: []string{server}, AppKey: appKey, AppSecret: appSecret, PublicKeys: publicKeys, SignMode: signMode,
	})
	if err != nil {
		return err
	}
	session, err := client.Login(ctx, card)
	if err != nil {
		return err
	}
	fmt.Println("licensed until", session.Info().Expires)

	keeper, err := session.Keep(ctx, func(event latchkey.Event) { fmt.Println(event) }) // sends heartbeats
	if err != nil {
		return err
	}
	for keeper.Status().Licensed {
		time.Sleep(time.Second) // your work
	}
	keeper.Close() // waits until it has logged out
	why := keeper.Status().Tell.EN
	if why == "" { // the server did not refuse
		why = keeper.Status().Reason
	}
	fmt.Println("The licence has ended:", why)
	return nil
}
